import { TOOLS, toolName } from '@footnote/contract/tools'
import { counted } from '../ui/counted.ts'
import { formatUsd } from '../ui/money.tsx'
import type { DaySpending } from './daily-spending.ts'
import { longDay } from './day-text.ts'

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
