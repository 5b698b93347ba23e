import { contentWords } from '../text/words.ts'
import type { Alignment } from './align-claim.ts'
import { checkFigures } from './check-figures.ts'
import { isWithin } from './find-dates.ts'
import { findQuotations, isSaid } from './find-quotations.ts'
import { type LocalDate, localDates, loneMonths } from './local-dates.ts'
import { isSameMeasure } from './measures.ts'
import type { Problem } from './problem.ts'
import { baseOf, type Figure, plainDigits, readFigures } from './read-figures.ts'
import { renamedWords } from './renamed-words.ts'

/** What a sentence may rest on, in its own language. */
export interface QuotedText {
  readonly text: string
  readonly language: string
}

interface CheckOptions {
  readonly language: string
  /** Whether words of the sentence can be found in the quotes at all. */
  readonly isComparable: boolean
  readonly alignment: Alignment
}

const MOST_QUOTE_CHARACTERS = 60_000
/** All nouns have capitals there, so that capitals tell no names. */
const CAPITAL_NOUNS = new Set(['de', 'lb'])
/** A table, or a bracket, that says once what all its figures are counted in. */
const HEADS = [
  [1e3, /(?:\||\()[^|()]{0,40}\b(?:thousands|000s?)\b/i],
  [1e6, /(?:\||\()[^|()]{0,40}\bmillions\b/i],
  [1e9, /(?:\||\()[^|()]{0,40}\bbillions\b/i],
] as const

/**
 * What a sentence that nobody vouches for states and its quotes do not. Nothing is rounded: every
 * number stands in a quote, in the same unit, and so does everything in quotation marks.
 */
export function checkWritten(
  plain: string,
  quotes: readonly QuotedText[],
  { language, isComparable, alignment }: CheckOptions,
): Problem[] {
  const texts = quotes.map(({ text }) => text)
  const speech = findQuotations(plain)
    .filter(({ text }) => !isSaid(text, texts))
    .map(({ text }) => ({ kind: 'quotation', text }) as const)
  const base = baseOf(language)
  const worded =
    isComparable && !CAPITAL_NOUNS.has(base)
      ? checkFigures(plain, texts, { alignment, isStrict: true }).filter(
          ({ kind }) => kind === 'name' || kind === 'negation',
        )
      : renamedWords(plain, texts)
  return [...speech, ...wrongFigures(plain, quotes, { language, isAbout: true }), ...worded]
}

interface FigureOptions {
  readonly language: string
  /** Whether a figure must stand in a quote about something that the sentence names. */
  readonly isAbout?: boolean
}

/** The numbers and dates of a text that stand in none of the quotes. */
export function wrongFigures(
  plain: string,
  quotes: readonly QuotedText[],
  { language, isAbout = false }: FigureOptions,
): Problem[] {
  const said = plainDigits(plain)
  const sources = quotes.map(readSource)
  const lending = isAbout ? sourcesAbout(said, sources) : sources
  const dates = localDates(said, language)
  const months = loneMonths(blank(said, dates), language)
  const rest = blank(said, dates)
  const figures = readFigures(rest, language)
  return [
    ...dates.filter(date => !isDateKnown(date, sources)),
    ...months.filter(({ month }) => !sources.some(({ months }) => months.has(month))),
  ]
    .map(({ start, end }): Problem => ({ kind: 'date', text: said.slice(start, end) }))
    .concat(
      figures
        .filter(figure => !isFigureKnown(figure, lending))
        .map(({ start, end }) => ({ kind: 'number', text: said.slice(start, end).trim() })),
      strayDigits(blank(rest, figures), said, sources),
    )
}

interface Source {
  readonly text: string
  readonly names: ReadonlySet<string>
  readonly dates: readonly LocalDate[]
  readonly months: ReadonlySet<number>
  readonly figures: ReadonlyMap<string, readonly Figure[]>
  readonly scales: readonly number[]
}

const read = new WeakMap<QuotedText, Source>()

function readSource(quoted: QuotedText): Source {
  const known = read.get(quoted)
  if (known) return known
  const source = toSource(quoted)
  read.set(quoted, source)
  return source
}

function toSource({ text: raw, language }: QuotedText): Source {
  const text = plainDigits(raw.slice(0, MOST_QUOTE_CHARACTERS))
  const dates = localDates(text, language)
  // The day and the year of a date are numbers too; where it has dots they are not read as such.
  const parts = dates.flatMap(({ start, end, readings }) =>
    readings
      .flatMap(({ day, year }) => [day, year])
      .filter(value => value !== undefined)
      .map(value => ({ start, end, value, measures: new Set<string>(), isMinus: false })),
  )
  const named = [...dates.flatMap(({ readings }) => readings), ...loneMonths(text, language)]
  return {
    text,
    names: namesIn(text),
    dates,
    months: new Set(named.map(({ month }) => month)),
    figures: Map.groupBy([...readFigures(text, language), ...parts], ({ value }) =>
      keyOf(Math.abs(value)),
    ),
    scales: HEADS.filter(([, head]) => head.test(text)).map(([scale]) => scale),
  }
}

/**
 * Those that name something which the sentence names, if any do: what one quote counts is no figure
 * of what only another is about.
 */
function sourcesAbout(said: string, sources: readonly Source[]): readonly Source[] {
  const names = [...namesIn(said)]
  const about = sources.filter(source => names.some(name => source.names.has(name)))
  return about.length > 0 ? about : sources
}

function namesIn(text: string): Set<string> {
  return new Set(
    contentWords(text)
      .filter(word => /^\p{Lu}/u.test(word.text))
      .map(({ stem }) => stem),
  )
}

function isDateKnown({ readings }: LocalDate, sources: readonly Source[]): boolean {
  const known = sources.flatMap(({ dates }) => dates.flatMap(date => date.readings))
  const spanned = { start: 0, end: 0 }
  return readings.some(one =>
    known.some(other => isWithin({ ...spanned, ...one }, { ...spanned, ...other })),
  )
}

function isFigureKnown(figure: Figure, sources: readonly Source[]): boolean {
  return sources.some(({ figures, scales, text }) => {
    const scaled = scales.map(scale => Math.abs(figure.value) / scale)
    return [Math.abs(figure.value), ...scaled].some(value =>
      (figures.get(keyOf(value)) ?? []).some(
        other =>
          (!figure.isMinus || other.value < 0) &&
          isSameMeasure(figure.measures, other.measures, text),
      ),
    )
  })
}

/** Digits inside words, and what else was not read as a number, must stand in a quote as they are. */
function strayDigits(rest: string, said: string, sources: readonly Source[]): Problem[] {
  const known = new Set(sources.flatMap(({ text }) => text.toLowerCase().match(TOKEN) ?? []))
  return Array.from(said.matchAll(TOKEN))
    .filter(
      ({ 0: token, index }) =>
        STRAY.test(rest.slice(index, index + token.length)) && !known.has(token.toLowerCase()),
    )
    .map(({ 0: text }) => ({ kind: 'number', text }))
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}.,:/'’-]*[\p{L}\p{N}]|\p{N}/gu
/** The two signs of square and cubic measures are read with their unit. */
const STRAY = /(?![²³])\p{N}/u

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let blanked = text
  for (const { start, end } of spans) {
    blanked = `${blanked.slice(0, start)}${' '.repeat(end - start)}${blanked.slice(end)}`
  }
  return blanked
}

/** Scaling leaves errors in the last digits that must not tell equal numbers apart. */
function keyOf(value: number): string {
  return value.toPrecision(12)
}
