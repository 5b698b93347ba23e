import { contentWords, words } from '../text/words.ts'
import { type LocalDate, localDates, loneMonths } from './local-dates.ts'
import { type Figure, plainDigits, readFigures } from './read-figures.ts'

/** What a sentence may rest on, in its own language. */
export interface QuotedText {
  readonly text: string
  /** What it is taken from: a title says what a quote is about, and proves little else. */
  readonly about?: string
  readonly language: string
}

/** The figures of a quote, ready to be asked for. */
export interface FigureSource {
  readonly text: string
  readonly dates: readonly LocalDate[]
  /** The months that it names, in dates or alone. */
  readonly months: ReadonlySet<number>
  readonly figures: ReadonlyMap<string, readonly Figure[]>
  /** The same of its title. */
  readonly titled: ReadonlyMap<string, readonly TitleFigure[]>
  /** What a table or a bracket says once that its figures are counted in. */
  readonly scales: readonly number[]
  /** Words with capitals, and those of them that have it not from the beginning of the text. */
  readonly names: ReadonlySet<string>
  readonly sureNames: ReadonlySet<string>
}

/** A number of a title counts beside the same word only: Boeing 737 is not 737 of something. */
export interface TitleFigure extends Figure {
  readonly before: string
}

const MOST_CHARACTERS = 60_000
const HEADS = [
  [1e3, /(?:\||\()[^|()]{0,40}\b(?:thousands|000s?)\b/i],
  [1e6, /(?:\||\()[^|()]{0,40}\bmillions\b/i],
  [1e9, /(?:\||\()[^|()]{0,40}\bbillions\b/i],
] as const

/** To read a quote takes time, and many sentences rest on the same ones. */
const known = new WeakMap<QuotedText, FigureSource>()

export function figureSource(quoted: QuotedText): FigureSource {
  const found = known.get(quoted)
  if (found) return found
  const source = read(quoted)
  known.set(quoted, source)
  return source
}

function read({ text: raw, about: rawAbout = '', language }: QuotedText): FigureSource {
  const text = plainDigits(raw.slice(0, MOST_CHARACTERS))
  const about = plainDigits(rawAbout.slice(0, MOST_CHARACTERS))
  const dates = localDates(text, language)
  // The day and the year of a date are numbers too; where it has dots they are not read as such.
  const parts = dates.flatMap(({ start, end, readings }) =>
    readings
      .flatMap(({ day, year }) => [day, year])
      .filter(value => value !== undefined)
      .map(value => ({ start, end, value, measures: new Set<string>(), isMinus: false })),
  )
  const titled = readFigures(about, language).map(figure => ({
    ...figure,
    before: wordBefore(about, figure.start),
  }))
  const named = [...dates.flatMap(({ readings }) => readings), ...loneMonths(text, language)]
  const titleNames = namesIn(about)
  return {
    text,
    dates: [...dates, ...localDates(about, language)],
    months: new Set(named.map(({ month }) => month)),
    figures: byValue([...readFigures(text, language), ...parts]),
    titled: byValue(titled),
    scales: HEADS.filter(([, head]) => head.test(text)).map(([scale]) => scale),
    names: new Set([...namesIn(text), ...titleNames]),
    sureNames: new Set([...namesIn(text, { isSure: true }), ...titleNames]),
  }
}

/** The stems of the words with capitals; the first word of a text has one whatever it is. */
export function namesIn(text: string, { isSure = false } = {}): Set<string> {
  const first = words(text)[0]?.start
  return new Set(
    contentWords(text)
      .filter(word => /\p{Lu}/u.test(word.text) && !(isSure && word.start === first))
      .map(({ stem }) => stem),
  )
}

export function wordBefore(text: string, at: number): string {
  return words(text.slice(Math.max(0, at - 40), at)).at(-1)?.folded ?? ''
}

/** What equal numbers share: scaling leaves errors in the last digits that must not tell them apart. */
export function figureKey(value: number): string {
  return Math.abs(value).toPrecision(12)
}

function byValue<One extends Figure>(figures: readonly One[]): Map<string, One[]> {
  return Map.groupBy(figures, ({ value }) => figureKey(value))
}
