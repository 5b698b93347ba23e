import { dates, isWithin } from '../text/lex/dates.ts'
import { measuresIn } from '../text/lex/measures.ts'
import { type Figure, numbers } from '../text/lex/numbers.ts'
import { type Alignment, alignClaim, NUMBER_WORDS } from './alignment.ts'
import { findContradiction } from './contradictions.ts'
import { namedWords, wrongNames } from './names.ts'
import { collapse, MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

interface FigureOptions {
  /** Results of recorded calculations, which are in no quote. */
  readonly computed?: readonly number[]
  /** The plain sentence's alignment with the quotes, if the caller has it already. */
  readonly alignment?: Alignment
}

const MOST_QUOTE_CHARACTERS = 60_000

/**
 * Lists numbers with their units, dates and names that a template's sentence states and its quotes do not,
 * and denials of what the quotes affirm. Words taken from a quote never cause a problem.
 */
export function checkFigures(
  sentence: string,
  quotes: readonly string[],
  { computed = [], alignment }: FigureOptions = {},
): Problem[] {
  const plain = plainSentence(sentence.slice(0, MOST_SENTENCE_CHARACTERS))
  // The bar keeps a number at the end of one quote apart from the word million at the start of the next.
  const quoted = collapse(quotes.join(' | ').slice(0, MOST_QUOTE_CHARACTERS))
  if (plain === '' || quoted.includes(plain)) return []
  const aligned = alignment ?? alignClaim(plain, quotes)
  const written = dates(plain)
  const isDated = (at: number) => written.some(({ start, end }) => start <= at && at < end)
  const figures = exactNumbers(plain).filter(({ end }) => !isDated(end - 1))
  const names = namedWords(plain).filter(({ start }) => !isDated(start))
  const known = written.length > 0 ? dates(quoted).flatMap(({ readings }) => readings) : []
  const wrongDates = written.filter(
    ({ readings }) => !readings.some(one => known.some(other => isWithin(one, other))),
  )
  return [
    ...wrongDates.map(
      ({ start, end }) => ({ kind: 'date', text: plain.slice(start, end) }) as const,
    ),
    ...wrongNumbers(plain, figures, { quoted, computed }),
    ...wrongNames(names, aligned, quoted),
    ...findContradiction(plain, aligned),
  ]
}

function wrongNumbers(
  plain: string,
  figures: readonly Figure[],
  { quoted, computed }: { readonly quoted: string; readonly computed: readonly number[] },
): Problem[] {
  const open = figures.filter(figure => !isComputed(figure, computed))
  if (open.length === 0) return []
  const known = exactNumbers(quoted)
  const keys = (isPercent: boolean) =>
    new Set(known.filter(one => isShare(one) === isPercent).map(({ value }) => keyOf(value)))
  const source = {
    quoted,
    known,
    shares: keys(true),
    others: keys(false),
    scales: headScales(quoted),
  }
  return open
    .filter(figure => !isKnown(figure, plain, source))
    .map(({ start, end, unitEnd, ...figure }) => {
      const text = plain.slice(start, isShare(figure) ? unitEnd : end).trim()
      return { kind: 'number', text }
    })
}

/** Digits, and the small numbers that texts spell out. */
function exactNumbers(text: string): Figure[] {
  return numbers(text).filter(
    ({ isSpelled, start, end }) =>
      !isSpelled || NUMBER_WORDS.has(text.slice(start, end).toLowerCase()),
  )
}

interface Known {
  readonly quoted: string
  readonly known: readonly Figure[]
  readonly shares: ReadonlySet<string>
  readonly others: ReadonlySet<string>
  readonly scales: readonly number[]
}

const CURRENCIES = new Set(['usd', 'eur', 'gbp', 'yen', 'yuan', 'rupee'])
const PERCENT = /%|\bper ?cent/i
const ROUNDED =
  /\b(?:about|approximately|approx\.|around|roughly|nearly|almost|some|circa|ca\.|c\.)\s*$/i
const LONGEST_ROUNDED = 16
const MOST_ROUNDING = 0.05

/** Whether a quote has the number of a sentence, in the same unit. */
function isKnown(figure: Figure, plain: string, source: Known): boolean {
  const { start, value, scale, isMinus, isMoney, measures } = figure
  const currency = isMoney ? measures.intersection(CURRENCIES) : new Set<string>()
  if (currency.size > 0 && currency.isDisjointFrom(measuresIn(source.quoted))) return false
  const values = isMinus ? [value] : [value, -value]
  const has = (one: number) =>
    isShare(figure)
      ? source.shares.has(keyOf(one)) ||
        (PERCENT.test(source.quoted) && source.others.has(keyOf(one)))
      : source.others.has(keyOf(one))
  if (values.some(has)) return true
  if (source.scales.includes(scale) && values.some(one => has(one / scale))) return true
  const before = plain.slice(Math.max(0, start - LONGEST_ROUNDED), start)
  return ROUNDED.test(before) && source.known.some(other => roundsTo(figure, other))
}

/** Returns whether a calculation gave the number, which may be written with fewer digits. */
function isComputed({ value, scale, decimals }: Figure, computed: readonly number[]): boolean {
  // Large numbers have rounding errors in the last digits.
  const half = ((scale * 10 ** -decimals) / 2) * (1 + 1e-9) + 4 * Number.EPSILON * Math.abs(value)
  const isNear = (other: number) => Math.abs(Math.abs(value) - Math.abs(other)) <= half
  return computed.some(one => isNear(one) || isNear(one * scale))
}

function roundsTo(figure: Figure, other: Figure): boolean {
  if (isShare(figure) !== isShare(other)) return false
  const value = Math.abs(figure.value)
  const exact = Math.abs(other.value)
  const written = String(value / figure.scale)
  const zeros = figure.decimals === 0 ? written.length - written.replace(/0+$/, '').length : 0
  const half = (figure.scale * 10 ** (zeros - figure.decimals)) / 2
  return Math.abs(value - exact) <= Math.min(half, MOST_ROUNDING * exact)
}

function isShare({ measures }: Pick<Figure, 'measures'>): boolean {
  return measures.has('percent') || measures.has('points')
}

/** Scaling leaves errors in the last digits, which must not make equal numbers differ. */
function keyOf(value: number): string {
  return value.toPrecision(12)
}

const HEAD = '(?:\\b(?:in|USD|EUR|GBP|dollars|euros)\\s|[($€£¥]\\s?)(?:[$€£¥]\\s?)?'
const SCALES = [
  [1e3, new RegExp(`${HEAD}(?:thousands?\\b|000s?\\b)`, 'i')],
  [1e6, new RegExp(`${HEAD}millions?\\b`, 'i')],
  [1e9, new RegExp(`${HEAD}billions?\\b`, 'i')],
] as const

/** The scales that the head of a table states for its cells. */
function headScales(text: string): number[] {
  return SCALES.filter(([, head]) => head.test(text)).map(([scale]) => scale)
}
