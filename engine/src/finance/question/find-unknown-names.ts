import type { Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import {
  FINANCE_WORD,
  GENERIC,
  isPlainWord,
  NO_TICKERS,
  ORDINARY,
} from '../companies/company-names.ts'
import { isCompared } from '../companies/find-companies.ts'
import { namedIn } from './find-metrics.ts'
import { findPeriods } from './read-times.ts'

/** Names beside those of known companies in a comparison, which no company here goes by. */
export function findUnknownNames(
  question: string,
  { mentions, today }: { readonly mentions: readonly Span[]; readonly today: string },
): (Span & { readonly name: string })[] {
  if (mentions.length === 0) return []
  const times = findPeriods(question, today)
  const known = [...mentions, ...times, ...namedIn(question, [...mentions, ...times])]
  const open = words(question).filter(
    word =>
      /^\p{Lu}/u.test(word.text) &&
      !known.some(({ start, end }) => start < word.end && word.start < end) &&
      !isPlainWord(word) &&
      ![STOP_WORDS, NO_TICKERS, GENERIC, ORDINARY].some(set => set.has(word.folded)) &&
      !FINANCE_WORD.test(word.text),
  )
  const names: Span[] = []
  for (const { start, end } of open) {
    const last = names.at(-1)
    if (last && /^[ -]$/.test(question.slice(last.end, start)))
      names.splice(-1, 1, { ...last, end })
    else names.push({ start, end })
  }
  return names
    .filter(name => isCompared(question, name))
    .map(one => ({ ...one, name: question.slice(one.start, one.end).replace(/['’]s?$/, '') }))
}
