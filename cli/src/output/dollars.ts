import { amountText } from '@footnote/contract/usd-text'

/** An amount of the wire as people read it on a terminal: `$0.30`. */
export function dollars(usd: number): string {
  return `$${amountText(usd)}`
}
