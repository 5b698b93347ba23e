import { CALL_OUTCOMES } from '@footnote/contract/site/call-outcomes'
import { scaleBand, scaleLinear } from 'd3-scale'
import { dayTicks } from '../../charts/chart-shape.ts'
import { callsIn } from './figures-text.ts'
import type { StatusPoint } from './status-lines.ts'

const NAME_PX = 58
/** Calls above, durations below if there are any, and the names of the hours or days under both. */
const ROWS = { calls: { top: 16, bottom: 70 }, times: { top: 92, bottom: 142 }, names: 160 }
const TALL_CALLS = { top: 16, bottom: 142 }
export const STATUS_CHART_PX = 168

/** Computes the layout of one chart. */
export function statusShape(points: readonly StatusPoint[], { width }: { width: number }) {
  const hasTimes = points.some(({ p50Ms }) => p50Ms !== null)
  const rows = hasTimes ? ROWS : { ...ROWS, calls: TALL_CALLS }
  const mostCalls = Math.max(1, ...points.map(({ counts }) => callsIn(counts)))
  const longestMs = Math.max(1, ...points.map(({ p90Ms }) => p90Ms ?? 0))
  const x = scaleBand([...points.keys()], [0, width])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const calls = scaleLinear([0, mostCalls], [rows.calls.bottom, rows.calls.top])
  const times = scaleLinear([0, longestMs], [rows.times.bottom, rows.times.top])
  return {
    rows,
    hasTimes,
    mostCalls,
    longestMs,
    barWidth: x.bandwidth(),
    pointAt: (px: number) => Math.max(0, Math.min(points.length - 1, Math.floor(px / x.step()))),
    named: dayTicks(points.length, { mostTicks: Math.max(2, Math.floor(width / NAME_PX)) }),
    columns: points.map(({ counts, p50Ms, p90Ms }, index) => {
      const left = x(index) ?? 0
      let below = 0
      return {
        x: left,
        centre: left + x.bandwidth() / 2,
        // Stacked on top of each other.
        bars: CALL_OUTCOMES.map(outcome => {
          const bottom = calls(below)
          below += counts[outcome]
          return { outcome, y: calls(below), height: bottom - calls(below) }
        }),
        range: p50Ms !== null && p90Ms !== null && { p50: times(p50Ms), p90: times(p90Ms) },
      }
    }),
  }
}

export type StatusShape = ReturnType<typeof statusShape>
