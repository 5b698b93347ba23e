import { dates, isWithin } from '../text/lex/dates.ts'
import { type Figure, numbers } from '../text/lex/numbers.ts'
import { scaleOfWord } from '../text/lex/units.ts'
import { NUMBER_WORDS } from './alignment.ts'
import { namedWords, wrongNames } from './names.ts'
import { collapse, MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

const MOST_QUOTE_CHARACTERS = 60_000
/** The head of a table states a scale for its cells. */
const HEAD =
  /(?:\b(?:in|USD|EUR|GBP|dollars|euros)\s|[($€£¥]\s?)(?:[$€£¥]\s?)?(thousand|million|billion|000)/gi

/**
 * Lists numbers, dates and names that a template's sentence states and its quotes do not. Words taken from
 * a quote never cause a problem.
 */
export function checkFigures(
  sentence: string,
  quotes: readonly string[],
  {
    computed = [],
    language,
  }: {
    /** Results of recorded calculations, which are in no quote. */
    readonly computed?: readonly number[]
    /** The language of the sentence, if that is not English. */
    readonly language?: string | undefined
  } = {},
): Problem[] {
  const plain = plainSentence(sentence.slice(0, MOST_SENTENCE_CHARACTERS))
  // The bar keeps a number at the end of one quote apart from the word million at the start of the next.
  const quoted = collapse(quotes.join(' | ').slice(0, MOST_QUOTE_CHARACTERS))
  if (plain === '' || quoted.includes(plain)) return []
  const written = dates(plain, language)
  const isDated = (at: number) => written.some(({ start, end }) => start <= at && at < end)
  const known = written.length > 0 ? dates(quoted).flatMap(({ readings }) => readings) : []
  const wrongDates = written.filter(
    ({ readings }) => !readings.some(one => known.some(other => isWithin(one, other))),
  )
  const isQuoted = figuresIn(quoted)
  const wrongNumbers = exactNumbers(plain, language).filter(
    figure => !isDated(figure.end - 1) && !isComputed(figure, computed) && !isQuoted(figure),
  )
  const names = namedWords(plain).filter(({ start }) => !isDated(start))
  return [
    ...wrongDates.map(({ start, end }) => ({ kind: 'date', start, end }) as const),
    ...wrongNumbers.map(one => {
      const end = isShare(one) ? one.unitEnd : one.end
      return { kind: 'number', start: one.start, end } as const
    }),
  ]
    .map(({ kind, start, end }): Problem => ({ kind, text: plain.slice(start, end).trim() }))
    .concat(wrongNames(names, quoted))
}

/** Digits, and the small numbers that texts spell out. */
function exactNumbers(text: string, language?: string): Figure[] {
  return numbers(text, language).filter(
    ({ isSpelled, start, end }) =>
      !isSpelled || NUMBER_WORDS.has(text.slice(start, end).toLowerCase()),
  )
}

/** Tells whether the quotes have a number, also in the scale that the head of a table states. */
function figuresIn(quoted: string): (figure: Figure) => boolean {
  const keys = (isPercent: boolean) =>
    new Set(
      exactNumbers(quoted)
        .filter(one => isShare(one) === isPercent)
        .map(({ value }) => keyOf(value)),
    )
  const [shares, others] = [keys(true), keys(false)]
  const hasPercent = /%|\bper ?cent/i.test(quoted)
  const scales = Array.from(quoted.matchAll(HEAD), ([, word = '']) => scaleOfWord(word) ?? 1e3)
  return figure => {
    const { value, scale, isMinus } = figure
    const scaled = scales.includes(scale) ? [value, value / scale] : [value]
    return scaled
      .flatMap(one => (isMinus ? [one] : [one, -one]))
      .map(keyOf)
      .some(key =>
        isShare(figure) ? shares.has(key) || (hasPercent && others.has(key)) : others.has(key),
      )
  }
}

/** Returns whether a calculation gave the number, which may be written with fewer digits. */
function isComputed({ value, scale, decimals }: Figure, computed: readonly number[]): boolean {
  // Large numbers have rounding errors in the last digits.
  const half = ((scale * 10 ** -decimals) / 2) * (1 + 1e-9) + 4 * Number.EPSILON * Math.abs(value)
  const isNear = (other: number) => Math.abs(Math.abs(value) - Math.abs(other)) <= half
  return computed.some(one => isNear(one) || isNear(one * scale))
}

function isShare({ measures }: Pick<Figure, 'measures'>): boolean {
  return measures.has('percent') || measures.has('points')
}

/** Scaling leaves errors in the last digits, which must not make equal numbers differ. */
function keyOf(value: number): string {
  return value.toPrecision(12)
}
