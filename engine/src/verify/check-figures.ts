import { type Quantity, quantities } from '../text/quantities.ts'
import { type Word, words } from '../text/words.ts'
import { type Alignment, alignClaim } from './align-claim.ts'
import { findContradiction } from './find-contradiction.ts'
import { findDates, isWithin, type WrittenDate } from './find-dates.ts'
import { isNameKnown } from './is-name-known.ts'
import { isComputed, isNumberKnown, knownNumbers } from './known-numbers.ts'
import { namedWords } from './named-words.ts'
import { numberWords } from './number-words.ts'
import { collapse, MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

export interface FigureOptions {
  /** Results of recorded calculations, which stand in no quote. */
  readonly computed?: readonly number[]
  /** Of the plain sentence with the quotes, where the caller has it already. */
  readonly alignment?: Alignment
  /** A piece of a quote is not taken as it stands: it may leave out what the rest of it denies. */
  readonly isStrict?: boolean
}

const MOST_QUOTE_CHARACTERS = 60_000

/**
 * What a sentence states and its quotes do not: its numbers with their units, its dates, its names,
 * and whether it denies what they affirm. Words of a quote have no problem.
 */
export function checkFigures(
  sentence: string,
  quotes: readonly string[],
  { computed = [], alignment, isStrict = false }: FigureOptions = {},
): Problem[] {
  const plain = plainSentence(sentence.slice(0, MOST_SENTENCE_CHARACTERS))
  // The bar keeps a number at the end of one quote from the word million that begins the next.
  const quoted = collapse(quotes.join(' | ').slice(0, MOST_QUOTE_CHARACTERS))
  if (plain === '' || (!isStrict && quoted.includes(plain))) return []
  const aligned = alignment ?? alignClaim(plain, quotes)
  const dates = findDates(plain)
  const isDated = (at: number) => dates.some(({ start, end }) => start <= at && at < end)
  const numbers = [...quantities(plain), ...numberWords(plain)].filter(
    ({ end }) => !isDated(end - 1),
  )
  const names = namedWords(plain).filter(({ start }) => !isDated(start))
  return [
    ...wrongDates(plain, dates, quoted),
    ...wrongNumbers(plain, numbers, { quoted, computed }),
    ...wrongNames(names, aligned, quoted),
    ...findContradiction(plain, aligned, { isStrict }),
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
  numbers: readonly Quantity[],
  { quoted, computed }: { readonly quoted: string; readonly computed: readonly number[] },
): Problem[] {
  if (numbers.length === 0) return []
  const known = knownNumbers(quoted)
  return numbers
    .filter(number => !isComputed(number, computed) && !isNumberKnown(number, plain, known))
    .map(({ start, end }) => ({ kind: 'number', text: plain.slice(start, end).trim() }))
}

function wrongNames(names: readonly Word[], { words: aligned, rows }: Alignment, quoted: string) {
  const idOf = new Map(aligned.map(({ start, id }) => [start, id]))
  const open = names.filter(({ start }) => {
    const id = idOf.get(start)
    return id === undefined || !rows.some(({ hits }) => hits[id] === 1)
  })
  if (open.length === 0) return []
  const known = words(quoted)
  return open
    .filter(name => !isNameKnown(name, known))
    .map(({ text }) => ({ kind: 'name', text }) as const)
}
