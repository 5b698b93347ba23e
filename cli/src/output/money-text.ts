import { priceOf } from '@footnote/contract/prices'
import { callName, type Effort, type Tool } from '@footnote/contract/tools'
import { usdText } from '@footnote/contract/usd-text'
import type { Billing } from '@footnote/sdk'
import { dollars } from './dollars.ts'

/** Before a call: `Research, deep: $0.30`. */
export function priceLine(tool: Tool, effort: Effort | null): string {
  const { costUnits } = priceOf(tool, effort)
  return `${callName({ tool, effort })}: $${usdText(costUnits)}`
}

/** After it: what it cost, what is left, and what to name it by. */
export function billingLine({ cost_usd, balance_usd, request_id }: Billing): string {
  return `Cost ${dollars(cost_usd)}, ${dollars(balance_usd)} left. Request ${request_id}`
}
