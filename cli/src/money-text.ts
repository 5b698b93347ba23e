import { type Effort, priceOf, type Tool } from '@footnote/contract/prices'
import { toUsd } from '@footnote/contract/units'
import type { Billing } from '@footnote/sdk'
import { dollars } from './dollars.ts'

const NAMES: Readonly<Record<Tool, string>> = {
  answer: 'Answer',
  research: 'Research',
  finance_research: 'Financial research',
}

/** Before a call: `Research, deep: $0.30`. */
export function priceLine(tool: Tool, effort: Effort | null): string {
  const price = dollars(toUsd(priceOf(tool, effort).costUnits))
  return `${[NAMES[tool], effort].filter(Boolean).join(', ')}: ${price}`
}

/** After it: what it cost, what is left, and what to name it by. */
export function billingLine({ cost_usd, balance_usd, request_id }: Billing): string {
  return `Cost ${dollars(cost_usd)}, ${dollars(balance_usd)} left. Request ${request_id}`
}
