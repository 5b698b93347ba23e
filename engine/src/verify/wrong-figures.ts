import { baseOf } from '../text/language-tag.ts'
import { dates, loneMonths } from '../text/lex/dates.ts'
import { blankOut, type Figure, isYear, plainDigits } from '../text/lex/numbers.ts'
import type { Span } from '../text/span.ts'
import {
  type FigureSource,
  figureKey,
  figureSource,
  isDateKnown,
  namesIn,
  type QuotedText,
  wholeNumbers,
  wordBefore,
} from './figure-source.ts'
import type { Problem } from './problem.ts'

/** The numbers and dates of a text that are in none of the quotes. Nothing may be rounded. */
export function wrongFigures(
  plain: string,
  quotes: readonly QuotedText[],
  language: string,
): Problem[] {
  const text = plainDigits(plain)
  const sources = sourcesAbout(text, quotes.map(figureSource))
  const written = dates(text, language)
  const rest = blankOut(text, written)
  // English months without a day are checked as names.
  const months = baseOf(language) === 'en' ? [] : loneMonths(rest, language)
  const figures = wholeNumbers(rest, language)
  const wrongDates = [
    ...written.filter(date => !isDateKnown(date, sources)),
    ...months.filter(
      ({ readings }) => !sources.some(one => one.months.has(readings[0]?.month ?? 0)),
    ),
  ]
  const wrongNumbers = figures.filter(figure => !isFigureKnown(figure, { text, language }, sources))
  const named = (kind: 'date' | 'number') => (span: Span) =>
    ({ kind, text: text.slice(span.start, span.end).trim() }) as const
  return [
    ...wrongDates.map(named('date')),
    ...wrongNumbers.map(named('number')),
    ...strayDigits(blankOut(rest, figures), text, sources),
  ]
}

/** Returns the sources that share a name with the sentence, or all if none does. */
function sourcesAbout(said: string, sources: readonly FigureSource[]): readonly FigureSource[] {
  const names = [...namesIn(said)]
  const sure = namesIn(said, { isSure: true })
  // A capital at the beginning may be no name, so it counts only if a source has it elsewhere.
  const isNamed = names.some(name =>
    sources.some(source => (sure.has(name) ? source.names : source.sureNames).has(name)),
  )
  return isNamed ? sources.filter(source => names.some(name => source.names.has(name))) : sources
}

interface Said {
  readonly text: string
  readonly language: string
}

function isFigureKnown(figure: Figure, said: Said, sources: readonly FigureSource[]): boolean {
  const { value, measures, start } = figure
  const before = wordBefore(said.text, start)
  return sources.some(source => {
    const keys = [value, ...source.scales.map(scale => value / scale)].map(figureKey)
    const isQuoted = keys
      .flatMap(key => source.figures.get(key) ?? [])
      .some(other => isSame(figure, said, { other, source }))
    if (isQuoted || measures.size > 0) return isQuoted
    return (source.titled.get(figureKey(value)) ?? []).some(
      other => isYear(said.text, figure) || (before !== '' && other.before === before),
    )
  })
}

interface Quoted {
  readonly other: Figure
  readonly source: FigureSource
}

/** Returns whether a number of a quote matches one of the sentence in unit, sign and surroundings. */
function isSame(figure: Figure, said: Said, { other, source }: Quoted): boolean {
  const { measures, isMinus, isSpelled } = figure
  const { text: quote, headMeasures } = source
  if (isMinus && other.value >= 0) return false
  const isLess = isMinus || saysLess(said.text, said.language)
  if (!isLess && /[-−]/.test(quote[other.start] ?? '')) return false
  // "(4)" is a loss or the number of a footnote; "four" is neither.
  if (!isLess && isSpelled && other.value < 0) return false
  // "More than 2013" compares with that year.
  const bound = isYear(said.text, figure) ? undefined : boundOf(said.text, figure)
  if (bound && boundOf(quote, other) !== bound && !isEndOfRange(quote, other, bound)) return false
  return isSameMeasure(measures, other.measures, headMeasures)
}

/** Units that a number cannot lose without changing its meaning. */
const TELLING = new Set(['percent', 'points', 'decade', 'times', 'basis', 'vague', 'part'])

/**
 * Returns whether two units can mean the same. A number may leave out its unit, but not a percent sign. The
 * unit of a decade or a multiple must be beside its number.
 */
function isSameMeasure(
  said: ReadonlySet<string>,
  quoted: ReadonlySet<string>,
  head: ReadonlySet<string>,
): boolean {
  if (said.size === 0) return quoted.isDisjointFrom(TELLING)
  if (!said.isDisjointFrom(quoted)) return true
  const mayBeInHead = [...said].every(measure => measure === 'percent' || !TELLING.has(measure))
  return quoted.size === 0 && mayBeInHead && !said.isDisjointFrom(head)
}

type Bound = 'least' | 'most'

const LONGEST_BOUND = 24
const MONEY = '\\s*(?:(?:US|A|C|NZ|HK|S)?[$€£¥₹])?\\s*$'
const LEAST = new RegExp(
  `(?:\\b(?:(?:more|greater|higher|larger|longer|older|no less|no fewer) than|above|at least|exceed(?:s|ed|ing)|in excess of|upwards? of|mehr als|mindestens|plus de|au moins|más de|al menos|por lo menos)|[>≥])${MONEY}`,
  'iu',
)
const OVER = new RegExp(`(?<!\\p{L})(?:over|über)${MONEY}`, 'iu')
const MOST = new RegExp(
  `(?:\\b(?:(?:less|fewer|lower|smaller|shorter|younger|no more) than|under|below|up to|at most|nearly|almost|weniger als|unter|höchstens|bis zu|fast|knapp|beinahe|moins de|au plus|presque|jusqu['’]à|menos de|como máximo|casi|hasta)|[<≤])${MONEY}`,
  'iu',
)
/** "Over twenty years" may mean during them. */
const TIMES = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'decade'])
const RANGE = '[^.;\\n]{0,16}?\\s?(?:[-–]|\\b(?:to|and|bis|und|à|et|a|y)\\b)\\s?[$€£¥₹]?'
const RANGE_AFTER = new RegExp(`^${RANGE}\\d`, 'iu')
const RANGE_BEFORE = new RegExp(`\\d${RANGE}$`, 'iu')

/** Returns whether the words around a number make it a lower or an upper bound. */
export function boundOf(
  text: string,
  { start, end, measures }: Pick<Figure, 'start' | 'end' | 'measures'>,
): Bound | undefined {
  const before = text.slice(Math.max(0, start - LONGEST_BOUND), start)
  if (LEAST.test(before) || text[end] === '+') return 'least'
  if (MOST.test(before)) return 'most'
  return OVER.test(before) && measures.isDisjointFrom(TIMES) ? 'least' : undefined
}

/** Whether a number is an end of a range, which says the same: from 5 to 8 is at least 5. */
function isEndOfRange(text: string, { start, end }: Span, bound: Bound): boolean {
  return bound === 'least'
    ? RANGE_AFTER.test(text.slice(end, end + LONGEST_BOUND))
    : RANGE_BEFORE.test(text.slice(Math.max(0, start - LONGEST_BOUND), start))
}

/** Words used when a loss is written as a positive number. */
const LESS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:loss(?:es)?|lost|negative|decreas\w+|declin\w+|fell|falls?|fallen|drop\w*|down|deficit|decrement|outflow|shr[aiu]nk|minus|below zero|lower)\b/i,
  de: /verlust|minus|negativ|rückgang|sank|gesunken|fiel|gefallen|defizit|unter null|weniger/i,
  fr: /perte|négati|baiss|recul|déficit|moins|chut/i,
  es: /pérdida|negativ|caída|cay|descen|déficit|menos|bajo cero|disminu/i,
}

/** Returns whether a text states a loss or a decrease; true in a language without a table. */
export function saysLess(text: string, language = 'en'): boolean {
  return LESS[baseOf(language)]?.test(text) ?? true
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}.,:/'’-]*[\p{L}\p{N}]|\p{N}/gu
/** The signs of square and cubic measures are read with their unit; behind digits they are powers. */
const STRAY = /(?!(?<=\p{L})[²³])\p{N}/u

/** Digits inside words, and others that were not read as a number, must be in a quote as they are. */
function strayDigits(rest: string, said: string, sources: readonly FigureSource[]): Problem[] {
  const stray = Array.from(said.matchAll(TOKEN)).filter(({ 0: token, index }) =>
    STRAY.test(rest.slice(index, index + token.length)),
  )
  if (stray.length === 0) return []
  const known = new Set(sources.flatMap(({ text }) => text.toLowerCase().match(TOKEN) ?? []))
  return stray
    .filter(([token]) => !known.has(token.toLowerCase()))
    .map(([text]) => ({ kind: 'number', text }))
}
