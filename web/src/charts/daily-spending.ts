import type { SpendingResponse } from '@footnote/contract/site/responses'
import { counted } from '../ui/counted.ts'
import { formatUsd } from '../ui/money.tsx'
import { longDay } from './day-text.ts'
import { type SpendingSeries, spendingSeries } from './spending-series.ts'

export interface DaySpending {
  /** UTC day, such as `2026-07-03`. */
  readonly day: string
  /** The amount of each series, in the order of the series. */
  readonly parts: readonly bigint[]
  readonly units: bigint
  readonly calls: number
  readonly refundedCalls: number
}

/** One entry per requested day, oldest first, including days without calls. */
export function dailySpending(
  { days, spending }: SpendingResponse,
  series: readonly SpendingSeries[] = spendingSeries(spending, 'tool'),
): readonly DaySpending[] {
  const byDay = Map.groupBy(spending, row => row.day)
  return days.map(day => {
    const rows = byDay.get(day) ?? []
    const sum = (unitsOf: SpendingSeries['unitsOf']) =>
      rows.reduce((units, row) => units + unitsOf(row), 0n)
    return {
      day,
      parts: series.map(({ unitsOf }) => sum(unitsOf)),
      units: sum(row => BigInt(row.units)),
      calls: rows.reduce((calls, row) => calls + row.calls, 0),
      refundedCalls: rows.reduce((calls, row) => calls + row.refunded_calls, 0),
    }
  })
}

/** Describes a bar of the chart for screen readers. */
export function describeDay(day: DaySpending, series: readonly SpendingSeries[]): string {
  if (day.calls === 0) return `${longDay(day.day)}: no calls.`
  const parts = series.flatMap(({ name }, index) => {
    const units = day.parts[index] ?? 0n
    return units > 0n ? [`${name} ${formatUsd(units)}`] : []
  })
  const refunded = day.refundedCalls > 0 ? `, ${day.refundedCalls} of them refunded` : ''
  return [
    `${longDay(day.day)}: ${formatUsd(day.units)} for ${counted(day.calls, 'call')}${refunded}.`,
    ...(parts.length > 0 ? [`${parts.join(', ')}.`] : []),
  ].join(' ')
}
