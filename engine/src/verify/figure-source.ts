import { type DateParts, type DateSpan, dates, isWithin, loneMonths } from '../text/lex/dates.ts'
import { type Figure, numbers, plainDigits } from '../text/lex/numbers.ts'
import { measuresIn } from '../text/lex/units.ts'
import { contentWords, words } from '../text/words.ts'

/** A text that a sentence may rest on, in its own language. */
export interface QuotedText {
  readonly text: string
  /** The title of its document, which names the subject of the quote and proves little else. */
  readonly about?: string
  readonly language: string
}

/** The dates and the numbers of a text, ready to be looked up. */
interface Figures {
  readonly dates: readonly DateParts[]
  readonly figures: ReadonlyMap<string, readonly Figure[]>
}

/** A quote with its title. */
export interface FigureSource extends Figures {
  readonly text: string
  /** The months that it names, in dates or alone. */
  readonly months: ReadonlySet<number>
  /** The figures of its title. A figure counts only beside the same word: Boeing 737 is not a count. */
  readonly titled: ReadonlyMap<string, readonly (Figure & { readonly before: string })[]>
  /** Scales and units that a table or a bracket states once for its figures. */
  readonly scales: readonly number[]
  readonly headMeasures: ReadonlySet<string>
  /** Capitalised words, and those that are not at the beginning of the text. */
  readonly names: ReadonlySet<string>
  readonly sureNames: ReadonlySet<string>
}

const MOST_CHARACTERS = 60_000
const SCALES = [
  [1e3, /(?:\||\()[^|()]{0,40}\b(?:thousands|000s?)\b/i],
  [1e6, /(?:\||\()[^|()]{0,40}\bmillions\b/i],
  [1e9, /(?:\||\()[^|()]{0,40}\bbillions\b/i],
] as const
/**
 * Places that state a unit for several figures: brackets, rows of a table, labels. A bracket with a
 * figure of its own, such as "(32 km)", states the unit of that one.
 */
const HEADS = /\([^()\n\d]{1,60}\)|^[^\n]*\|[^\n]*$|^[^:\n]{1,80}:/gm

/** Cached, because reading a quote takes time and many sentences cite the same quotes. */
const known = new WeakMap<QuotedText, FigureSource>()

export function figureSource(quoted: QuotedText): FigureSource {
  const source = known.get(quoted) ?? read(quoted)
  known.set(quoted, source)
  return source
}

function read({ text: raw, about: rawAbout = '', language }: QuotedText): FigureSource {
  const text = plainDigits(raw.slice(0, MOST_CHARACTERS))
  const about = plainDigits(rawAbout.slice(0, MOST_CHARACTERS))
  const own = readFigures(text, language)
  const lone = loneMonths(text, language).flatMap(({ readings }) => readings)
  const titled = wholeNumbers(about, language).map(figure => ({
    ...figure,
    before: wordBefore(about, figure.start),
  }))
  const titleNames = namesIn(about)
  return {
    text,
    dates: [...own.dates, ...dates(about, language).flatMap(({ readings }) => readings)],
    months: new Set([...own.dates, ...lone].map(({ month }) => month)),
    figures: own.figures,
    titled: byValue(titled),
    scales: SCALES.filter(([, head]) => head.test(text)).map(([scale]) => scale),
    headMeasures: measuresIn((text.match(HEADS) ?? []).join('\n')),
    names: new Set([...namesIn(text), ...titleNames]),
    sureNames: new Set([...namesIn(text, { isSure: true }), ...titleNames]),
  }
}

export function readFigures(text: string, language: string): Figures {
  const own = dates(text, language)
  return {
    dates: own.flatMap(({ readings }) => readings),
    figures: byValue([...wholeNumbers(text, language), ...own.flatMap(partsOfDate)]),
  }
}

export function isDateKnown({ readings }: DateSpan, sources: readonly Figures[]): boolean {
  return readings.some(one =>
    sources.some(source => source.dates.some(date => isWithin(one, date))),
  )
}

/** The numbers of a text that are no part of a name. */
export function wholeNumbers(text: string, language: string): Figure[] {
  return numbers(text, language).filter(({ isPartOfWord }) => !isPartOfWord)
}

/** The day and the year of a date are numbers too; between dots they are not read as such. */
function partsOfDate({ start, end, readings }: ReturnType<typeof dates>[number]): Figure[] {
  return readings
    .flatMap(({ day, year }) => [day, year])
    .filter(value => value !== undefined)
    .map(value => ({
      ...{ start, end, unitEnd: end, value, scale: 1, decimals: 0, measures: new Set<string>() },
      ...{ isMinus: false, isMoney: false, isSpelled: false, isPartOfWord: false },
    }))
}

/** Returns the stems of capitalised words; the first word of a text always has a capital. */
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

/** The key that equal numbers share: scaling leaves errors in the last digits. */
export function figureKey(value: number): string {
  return Math.abs(value).toPrecision(12)
}

function byValue<One extends Figure>(figures: readonly One[]): Map<string, One[]> {
  return Map.groupBy(figures, ({ value }) => figureKey(value))
}
