import type { SpendingResponse } from '@footnote/contract/site/responses'
import { byTool, TOOLS, type Tool, toolName } from '@footnote/contract/tools'
import { counted } from '../ui/counted.ts'
import { formatUsd } from '../ui/money.tsx'
import { longDay } from './day-text.ts'

export interface DaySpending {
  /** UTC day, such as `2026-07-03`. */
  readonly day: string
  readonly unitsByTool: Readonly<Record<Tool, bigint>>
  readonly units: bigint
  readonly calls: number
  readonly refundedCalls: number
}

/** One entry per requested day, oldest first, including days without calls. */
export function dailySpending({ days, spending }: SpendingResponse): readonly DaySpending[] {
  const byDay = Map.groupBy(spending, row => row.day)
  return days.map(day => {
    const unitsByTool = byTool(() => 0n)
    let calls = 0
    let refundedCalls = 0
    for (const row of byDay.get(day) ?? []) {
      unitsByTool[row.tool] += BigInt(row.units)
      calls += row.calls
      refundedCalls += row.refunded_calls
    }
    const units = Object.values(unitsByTool).reduce((sum, units) => sum + units, 0n)
    return { day, unitsByTool, units, calls, refundedCalls }
  })
}

/** Describes a bar of the chart for screen readers. */
export function describeDay(day: DaySpending): string {
  if (day.calls === 0) return `${longDay(day.day)}: no calls.`
  const tools = TOOLS.filter(tool => day.unitsByTool[tool] > 0n).map(
    tool => `${toolName(tool)} ${formatUsd(day.unitsByTool[tool])}`,
  )
  const refunded = day.refundedCalls > 0 ? `, ${day.refundedCalls} of them refunded` : ''
  return [
    `${longDay(day.day)}: ${formatUsd(day.units)} for ${counted(day.calls, 'call')}${refunded}.`,
    ...(tools.length > 0 ? [`${tools.join(', ')}.`] : []),
  ].join(' ')
}
