import { type Effort, priceOf, type Tool } from '@footnote/contract/prices'
import { usdText } from '@footnote/contract/usd-text'
import type { Billing } from '@footnote/sdk'
import { dollars } from './dollars.ts'

const NAMES: Readonly<Record<Tool, string>> = {
  answer: 'Answer',
  research: 'Research',
  finance_research: 'Financial research',
}

/** Before a call: `Research, deep: $0.30`. */
export function priceLine(tool: Tool, effort: Effort | null): string {
  const { costUnits } = priceOf(tool, effort)
  return `${[NAMES[tool], effort].filter(Boolean).join(', ')}: $${usdText(costUnits)}`
}

/** After it: what it cost, what is left, and what to name it by. */
export function billingLine({ cost_usd, balance_usd, request_id }: Billing): string {
  return `Cost ${dollars(cost_usd)}, ${dollars(balance_usd)} left. Request ${request_id}`
}
