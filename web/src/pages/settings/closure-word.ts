import { parseUsd } from '@footnote/contract/units'
import { formatUsd } from '../../ui/money.tsx'

const WORD_WITHOUT_BALANCE = 'close'

/** What must be typed to close an account: the amount that is given up, or a word where there is none. */
export function closureWord(balanceUnits: number): string {
  return balanceUnits > 0 ? formatUsd(balanceUnits) : WORD_WITHOUT_BALANCE
}

/** Whether what was typed says it; the amount counts, not how it is written. */
export function confirmsClosure(text: string, balanceUnits: number): boolean {
  const typed = text.trim()
  if (balanceUnits === 0) return typed.toLowerCase() === WORD_WITHOUT_BALANCE
  return parseUsd(typed.replaceAll(/[\s$,]|USD/gi, '')) === BigInt(balanceUnits)
}
