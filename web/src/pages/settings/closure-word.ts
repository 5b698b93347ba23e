import { parseUsd } from '@footnote/contract/units'
import { formatUsd } from '../../ui/money.tsx'

const WORD_WITHOUT_BALANCE = 'close'

/** The text to type to close an account: the forfeited amount, or a word if there is none. */
export function closureWord(balanceUnits: number): string {
  return balanceUnits > 0 ? formatUsd(balanceUnits) : WORD_WITHOUT_BALANCE
}

/**
 * Returns whether the typed text confirms the closure; an amount may be written in any usual form.
 */
export function confirmsClosure(text: string, balanceUnits: number): boolean {
  const typed = text.trim()
  if (balanceUnits === 0) return typed.toLowerCase() === WORD_WITHOUT_BALANCE
  return parseUsd(typed.replaceAll(/[\s$,]|USD/gi, '')) === BigInt(balanceUnits)
}
