import { priceOf } from '@footnote/contract/prices'
import { callName, type Effort, type Tool } from '@footnote/contract/tools'
import { usdText } from '@footnote/contract/usd-text'
import type { Billing } from '@footnote/sdk'

/** Amounts on the wire have up to seven decimals, and none is rounded away. */
const DOLLARS = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD' },
  ...{ minimumFractionDigits: 2, maximumFractionDigits: 7 },
})

/** Formats an amount from the wire: `$0.30`, `$1,234.50`. */
export function dollars(usd: number): string {
  return DOLLARS.format(usd)
}

/** The line before a call: `Research, deep: $0.30`. */
export function priceLine(tool: Tool, effort: Effort | null): string {
  const { costUnits } = priceOf(tool, effort)
  return `${callName({ tool, effort })}: $${usdText(costUnits)}`
}

/** The line after a call: cost, remaining balance, request id. */
export function billingLine({ cost_usd, balance_usd, request_id }: Billing): string {
  return `Cost: ${dollars(cost_usd)}. Balance: ${dollars(balance_usd)}. Request: ${request_id}`
}
