import { amountText } from '@footnote/contract/amount-text'

/** An amount of the wire in words for a model: `0.30 USD`. */
export function usd(amount: number): string {
  return `${amountText(amount)} USD`
}
