import { boundOf, isEndOfRange } from './bounds.ts'
import {
  type FigureSource,
  figureKey,
  figureSource,
  namesIn,
  type QuotedText,
  wordBefore,
} from './figure-source.ts'
import { isWithin } from './find-dates.ts'
import { isSameCount } from './is-same-count.ts'
import { saysLess } from './less-words.ts'
import { type LocalDate, localDates, loneMonths } from './local-dates.ts'
import { isSameMeasure } from './measures.ts'
import type { Problem } from './problem.ts'
import { type Figure, isYear, plainDigits, readFigures } from './read-figures.ts'

/** The numbers and dates of a text that stand in none of the quotes. Nothing may be rounded. */
export function wrongFigures(
  plain: string,
  quotes: readonly QuotedText[],
  language: string,
): Problem[] {
  const said = plainDigits(plain)
  const sources = sourcesAbout(said, quotes.map(figureSource))
  const dates = localDates(said, language)
  const rest = blank(said, dates)
  const months = loneMonths(rest, language)
  const figures = readFigures(rest, language)
  const wrongDates = [
    ...dates.filter(date => !isDateKnown(date, sources)),
    ...months.filter(({ month }) => !sources.some(source => source.months.has(month))),
  ]
  const wrongNumbers = figures.filter(
    figure => !isFigureKnown(figure, { text: said, language }, sources),
  )
  return [
    ...wrongDates.map(
      ({ start, end }) => ({ kind: 'date', text: said.slice(start, end) }) as const,
    ),
    ...wrongNumbers.map(
      ({ start, end }) => ({ kind: 'number', text: said.slice(start, end).trim() }) as const,
    ),
    ...strayDigits(blank(rest, figures), said, sources),
  ]
}

/**
 * Those that name something which the sentence names, if any do: what one quote counts is no figure
 * of what only another is about.
 */
function sourcesAbout(said: string, sources: readonly FigureSource[]): readonly FigureSource[] {
  const names = [...namesIn(said)]
  const sure = namesIn(said, { isSure: true })
  // A capital at the beginning may be no name; as long as there is no other, nothing is told by it.
  const isNamed = names.some(name =>
    sources.some(source => (sure.has(name) ? source.names : source.sureNames).has(name)),
  )
  return isNamed ? sources.filter(source => names.some(name => source.names.has(name))) : sources
}

function isDateKnown({ readings }: LocalDate, sources: readonly FigureSource[]): boolean {
  const known = sources.flatMap(({ dates }) => dates.flatMap(date => date.readings))
  const nowhere = { start: 0, end: 0 }
  return readings.some(one =>
    known.some(other => isWithin({ ...nowhere, ...one }, { ...nowhere, ...other })),
  )
}

interface Said {
  readonly text: string
  readonly language: string
}

function isFigureKnown(figure: Figure, said: Said, sources: readonly FigureSource[]): boolean {
  const { value, measures, start } = figure
  const before = wordBefore(said.text, start)
  const isSame = isSameAs(figure, said)
  return sources.some(source => {
    const keys = [value, ...source.scales.map(scale => value / scale)].map(figureKey)
    const isQuoted = keys
      .flatMap(key => source.figures.get(key) ?? [])
      .some(other => isSame(other, source.text))
    if (isQuoted || measures.size > 0) return isQuoted
    return (source.titled.get(figureKey(value)) ?? []).some(
      other => isYear(said.text, figure) || (before !== '' && other.before === before),
    )
  })
}

/** Whether a number of a quote is the same as one that is said: its unit, its sign and all around it. */
function isSameAs(figure: Figure, said: Said): (other: Figure, quote: string) => boolean {
  const { measures, isMinus } = figure
  // More than 2013 is more than in that year.
  const bound = isYear(said.text, figure) ? undefined : boundOf(said.text, figure)
  const isLess = isMinus || saysLess(said.text, said.language)
  return (other, quote) => {
    if (isMinus && other.value >= 0) return false
    if (!isLess && /[-−]/.test(quote[other.start] ?? '')) return false
    if (bound && boundOf(quote, other) !== bound && !isEndOfRange(quote, other, bound)) return false
    return (
      isSameMeasure(measures, other.measures, quote) && isSameCount(figure, said, { other, quote })
    )
  }
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}.,:/'’-]*[\p{L}\p{N}]|\p{N}/gu
/** The two signs of square and cubic measures are read with their unit; behind digits they are powers. */
const STRAY = /(?!(?<=\p{L})[²³])\p{N}/u

/** Digits inside words, and what else was not read as a number, must stand in a quote as they are. */
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

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let blanked = text
  for (const { start, end } of spans) {
    blanked = `${blanked.slice(0, start)}${' '.repeat(end - start)}${blanked.slice(end)}`
  }
  return blanked
}
