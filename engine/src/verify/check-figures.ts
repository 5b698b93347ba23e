import { dates } from '../text/lex/dates.ts'
import { blankOut, type Figure } from '../text/lex/numbers.ts'
import { scaleOfWord } from '../text/lex/units.ts'
import { NUMBER_WORDS } from './alignment.ts'
import { figureKey, isDateKnown, readFigures, wholeNumbers } from './figure-source.ts'
import { namedWords, wrongNames } from './names.ts'
import { collapse, MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

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
    language = 'en',
  }: {
    /** Results of recorded calculations, which are in no quote. */
    readonly computed?: readonly number[]
    readonly language?: string | undefined
  } = {},
): Problem[] {
  const plain = plainSentence(sentence.slice(0, MOST_SENTENCE_CHARACTERS))
  // The bar keeps a number at the end of one quote apart from the word million at the start of the next.
  const quoted = collapse(quotes.join(' | '))
  if (plain === '' || quoted.includes(plain)) return []
  const source = readFigures(quoted, 'en')
  const scales = Array.from(quoted.matchAll(HEAD), ([, word = '']) => scaleOfWord(word) ?? 1e3)
  const hasPercent = /%|\bper ?cent/i.test(quoted)
  const written = dates(plain, language)
  const rest = blankOut(plain, written)
  const isQuoted = (figure: Figure) =>
    [figure.value, ...(scales.includes(figure.scale) ? [figure.value / figure.scale] : [])]
      .flatMap(value => source.figures.get(figureKey(value)) ?? [])
      .filter(other => !figure.isMinus || other.value < 0)
      .some(other => (isShare(figure) ? hasPercent || isShare(other) : !isShare(other)))
  // Only small numbers are spelled out by templates.
  const figures = wholeNumbers(rest, language).filter(
    ({ isSpelled, start, end }) =>
      !isSpelled || NUMBER_WORDS.has(rest.slice(start, end).toLowerCase()),
  )
  const wrongNumbers = figures.filter(one => !isComputed(one, computed) && !isQuoted(one))
  const wrongDates = written.filter(date => !isDateKnown(date, [source]))
  return [
    ...wrongDates.map(span => ({ kind: 'date', ...span }) as const),
    ...wrongNumbers.map(span => ({ kind: 'number', ...span }) as const),
  ]
    .map(({ kind, start, end }): Problem => ({ kind, text: plain.slice(start, end).trim() }))
    .concat(wrongNames(namedWords(rest), quoted))
}

/** Returns whether a calculation gave the number, which may be written with fewer digits. */
export function isComputed(
  { value, scale, decimals }: Pick<Figure, 'value' | 'scale' | 'decimals'>,
  computed: readonly number[],
): boolean {
  // Large numbers have rounding errors in the last digits.
  const half = ((scale * 10 ** -decimals) / 2) * (1 + 1e-9) + 4 * Number.EPSILON * Math.abs(value)
  const isNear = (other: number) => Math.abs(Math.abs(value) - Math.abs(other)) <= half
  return computed.some(one => isNear(one) || isNear(one * scale))
}

function isShare({ measures }: Pick<Figure, 'measures'>): boolean {
  return measures.has('percent') || measures.has('points')
}
