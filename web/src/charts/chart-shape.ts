import { UNITS_PER_USD } from '@footnote/contract/units'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { formatUsd } from '../ui/money.tsx'
import type { DaySpending } from './daily-spending.ts'
import type { SpendingSeries } from './spending-series.ts'

const LETTER_PX = 7.2
const DAY_NAME_PX = 64
const STEP_PX = 44
const ROOM = { top: 8, right: 2, bottom: 26, beside: 12 }

/** Computes the chart's layout. Amounts stay exact up to here; only pixels are fractions. */
export function chartShape(
  days: readonly DaySpending[],
  { series, width, height }: { series: readonly SpendingSeries[]; width: number; height: number },
) {
  const highest = days
    .map(({ parts }) => parts.reduce((sum, units) => sum + units, 0n))
    .reduce((most, units) => (units > most ? units : most), 0n)
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
    stacks: stack<DaySpending, number>()
      .keys(series.keys())
      .value((day, index) => Number(day.parts[index] ?? 0n))([...days])
      .map(bars => ({
        look: series[bars.key]?.look ?? 'other',
        bars: bars
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

const UNITS_PER_CENT = UNITS_PER_USD / 100n

/**
 * Ticks from zero to at least `highest`, in at most `mostSteps` equal steps of round whole cents.
 */
export function moneyTicks(highest: bigint, { mostSteps }: { mostSteps: number }): bigint[] {
  const step = roundStep(highest, BigInt(mostSteps))
  const steps = highest > 0n ? (highest + step - 1n) / step : 1n
  return Array.from({ length: Number(steps) + 1 }, (_, index) => BigInt(index) * step)
}

/** Tick labels, with cents only if one of the ticks needs them. */
export function tickTexts(ticks: readonly bigint[]): string[] {
  const isWhole = ticks.every(tick => tick % UNITS_PER_USD === 0n)
  return ticks.map(tick => (isWhole ? formatUsd(tick).replace(/\.00$/, '') : formatUsd(tick)))
}

/** The smallest of 1, 2, 5, 10, 20, 50 … cents of which `steps` reach the amount. */
function roundStep(amount: bigint, steps: bigint): bigint {
  for (let decade = UNITS_PER_CENT; ; decade *= 10n) {
    for (const step of [decade, 2n * decade, 5n * decade]) if (step * steps >= amount) return step
  }
}

const STEPS = [1, 2, 5, 7, 14, 30, 90]

/**
 * Picks the days to label when not all labels fit: the last one, then evenly spaced ones before it.
 */
export function dayTicks(days: number, { mostTicks }: { mostTicks: number }): number[] {
  const step = STEPS.find(every => Math.ceil(days / every) <= mostTicks) ?? days
  return Array.from(
    { length: Math.ceil(days / step) },
    (_, back) => days - 1 - back * step,
  ).reverse()
}
