import { TOOLS } from '@footnote/contract/tools'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import type { DaySpending } from './daily-spending.ts'
import { dayTicks } from './day-ticks.ts'
import { moneyTicks, tickTexts } from './money-ticks.ts'

const LETTER_PX = 7.2
const DAY_NAME_PX = 64
const STEP_PX = 44
const ROOM = { top: 8, right: 2, bottom: 26, beside: 12 }

/** Computes the chart's layout. Amounts stay exact up to here; only pixels are fractions. */
export function chartShape(
  days: readonly DaySpending[],
  { width, height }: { width: number; height: number },
) {
  const highest = days.reduce((most, { units }) => (units > most ? units : most), 0n)
  const ticks = moneyTicks(highest, { mostSteps: Math.max(2, Math.floor(height / STEP_PX)) })
  const texts = tickTexts(ticks)
  const left = Math.max(...texts.map(text => text.length)) * LETTER_PX + ROOM.beside
  const bottom = height - ROOM.bottom
  const y = scaleLinear([0, Number(ticks.at(-1) ?? 1n)], [bottom, ROOM.top])
  const x = scaleBand(
    days.map(({ day }) => day),
    [left, width - ROOM.right],
  )
    .paddingInner(0.28)
    .paddingOuter(0.14)
  const mostTicks = Math.max(2, Math.floor((width - left) / DAY_NAME_PX))
  return {
    left,
    bottom,
    barWidth: x.bandwidth(),
    barCentre: (index: number) => (x(days[index]?.day ?? '') ?? 0) + x.bandwidth() / 2,
    /** Index of the day at a horizontal position. */
    dayAt: (point: number) =>
      Math.max(0, Math.min(days.length - 1, Math.floor((point - left) / x.step()))),
    moneyTicks: ticks.map((tick, index) => ({ text: texts[index] ?? '', y: y(Number(tick)) })),
    namedDays: dayTicks(days.length, { mostTicks }),
    stacks: stack<DaySpending, (typeof TOOLS)[number]>()
      .keys(TOOLS)
      .value((day, tool) => Number(day.unitsByTool[tool]))([...days])
      .map(series => ({
        tool: series.key,
        bars: series
          .map(([from, to], index) => ({
            day: days[index]?.day ?? '',
            x: x(days[index]?.day ?? '') ?? 0,
            y: y(to),
            height: y(from) - y(to),
          }))
          .filter(bar => bar.height > 0),
      })),
  }
}

export type ChartShape = ReturnType<typeof chartShape>
