import { type Quantity, quantities } from '../text/quantities.ts'
import { words } from '../text/words.ts'
import { type Alignment, alignClaim, NUMBER_WORDS } from './align-claim.ts'
import { findContradiction } from './find-contradiction.ts'
import { findDates, isWithin, type WrittenDate } from './find-dates.ts'
import { findNames } from './find-names.ts'
import { isNameKnown } from './is-name-known.ts'
import { isNumberKnown } from './is-number-known.ts'
import { collapse, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

export interface FigureOptions {
  /** Results of recorded calculations, which stand in no quote. */
  readonly computed?: readonly number[]
  /** Of the plain sentence with the quotes, where the caller has it already. */
  readonly alignment?: Alignment
}

const MOST_QUOTE_CHARACTERS = 200_000

/**
 * What a sentence states and its quotes do not: its numbers with their units, its dates, its names,
 * and whether it denies what they affirm. Words of a quote have no problem.
 */
export function checkFigures(
  sentence: string,
  quotes: readonly string[],
  { computed = [], alignment }: FigureOptions = {},
): Problem[] {
  const plain = plainSentence(sentence)
  // The bar keeps a number at the end of one quote from the word million that begins the next.
  const quoted = collapse(quotes.join(' | ').slice(0, MOST_QUOTE_CHARACTERS))
  if (plain === '' || quoted.includes(plain)) return []
  const dates = findDates(plain)
  return [
    ...wrongDates(plain, dates, quoted),
    ...wrongNumbers(plain, dates, { quoted, computed }),
    ...wrongNames(plain, dates, quoted),
    ...findContradiction(plain, alignment ?? alignClaim(plain, quotes)),
  ]
}

function wrongDates(plain: string, dates: readonly WrittenDate[], quoted: string): Problem[] {
  if (dates.length === 0) return []
  const known = findDates(quoted)
  return dates
    .filter(date => !known.some(other => isWithin(date, other)))
    .map(({ start, end }) => ({ kind: 'date', text: plain.slice(start, end) }))
}

function wrongNumbers(
  plain: string,
  dates: readonly WrittenDate[],
  { quoted, computed }: { readonly quoted: string; readonly computed: readonly number[] },
): Problem[] {
  const inDate = (at: number) => dates.some(({ start, end }) => start <= at && at < end)
  const numbers = [...quantities(plain), ...numberWords(plain)].filter(
    ({ end }) => !inDate(end - 1),
  )
  if (numbers.length === 0) return []
  const known = [...quantities(quoted), ...numberWords(quoted)]
  return numbers
    .filter(number => !isNumberKnown(number, { plain, quoted, known, computed }))
    .map(({ start, end }) => ({ kind: 'number', text: plain.slice(start, end).trim() }))
}

function numberWords(text: string): Quantity[] {
  return words(text).flatMap(({ folded, start, end }) => {
    const value = Object.hasOwn(NUMBER_WORDS, folded) ? Number(NUMBER_WORDS[folded]) : undefined
    return value === undefined ? [] : [{ start, end, value, unit: 'none', scale: 1, decimals: 0 }]
  })
}

function wrongNames(plain: string, dates: readonly WrittenDate[], quoted: string): Problem[] {
  const names = findNames(plain).filter(
    name => !dates.some(({ start, end }) => start <= name.start && name.start < end),
  )
  if (names.length === 0) return []
  const known = words(quoted)
  return names.filter(name => !isNameKnown(name, known)).map(({ text }) => ({ kind: 'name', text }))
}
