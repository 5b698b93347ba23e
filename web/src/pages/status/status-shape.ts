import { scaleBand, scaleLinear } from 'd3-scale'
import { dayTicks } from '../../charts/day-ticks.ts'
import type { StatusPoint } from './status-lines.ts'

const NAME_PX = 58
/** Calls above, durations below, and the names of the hours or days under both. */
const ROWS = { calls: { top: 16, bottom: 70 }, times: { top: 92, bottom: 142 }, names: 160 }
export const STATUS_CHART_PX = 168

/** Where everything of one small chart stands. */
export function statusShape(points: readonly StatusPoint[], { width }: { width: number }) {
  const mostCalls = Math.max(1, ...points.map(({ captured, refunded }) => captured + refunded))
  const longestMs = Math.max(1, ...points.map(({ p90Ms }) => p90Ms ?? 0))
  const x = scaleBand([...points.keys()], [0, width])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const calls = scaleLinear([0, mostCalls], [ROWS.calls.bottom, ROWS.calls.top])
  const times = scaleLinear([0, longestMs], [ROWS.times.bottom, ROWS.times.top])
  return {
    rows: ROWS,
    mostCalls,
    longestMs,
    barWidth: x.bandwidth(),
    pointAt: (px: number) => Math.max(0, Math.min(points.length - 1, Math.floor(px / x.step()))),
    named: dayTicks(points.length, { mostTicks: Math.max(2, Math.floor(width / NAME_PX)) }),
    columns: points.map(({ captured, refunded, p50Ms, p90Ms }, index) => {
      const left = x(index) ?? 0
      const top = calls(captured)
      return {
        x: left,
        centre: left + x.bandwidth() / 2,
        captured: { y: top, height: ROWS.calls.bottom - top },
        refunded: { y: calls(captured + refunded), height: top - calls(captured + refunded) },
        range: p50Ms !== null && p90Ms !== null && { p50: times(p50Ms), p90: times(p90Ms) },
      }
    }),
  }
}

export type StatusShape = ReturnType<typeof statusShape>
