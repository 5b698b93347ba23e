import { baseOf, knownLocale, remembered } from '../language-tag.ts'
import type { Span } from '../span.ts'

/** A day, a month of a year, or a day of a month: parts that are not written are absent. */
export interface DateParts {
  readonly year?: number
  readonly month: number
  readonly day?: number
}

/** A date with all its readings: 3/12/1987 has two. */
export interface DateSpan extends Span {
  readonly readings: readonly DateParts[]
}

export const MONTH_NAMES: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')

type Months = ReadonlyMap<string, number>

const ENGLISH: Months = new Map([
  ...MONTH_NAMES.flatMap((name, at) =>
    [name, name.slice(0, 3)].map(form => [form.toLowerCase(), at + 1] as const),
  ),
  ['sept', 9],
])

const WORD = /\p{L}{3,20}/gu
const AROUND = 16
const DAY_BEFORE =
  /(?<![\p{N}.,/-])(\d{1,2})(?:st|nd|rd|th|er|º|°)?[.,]?(?:\s(?:of|de|del))?(?:[ \u00a0-]|\sd['’])$/iu
const YEAR_AFTER = /^\.?,?[ \u00a0-](?:of |de |del |d['’])?(\d{4})(?![\p{L}\p{N}])/iu
const DAY_AFTER =
  /^\.? (\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}]|[.,]\d|\s?(?:%|percent|per cent|million|billion))(?:,? (\d{4})(?![\p{L}\p{N}]))?/iu
/** Year first, or year last; day and month may be either way round between slashes. */
const NUMERIC = [
  /(?<![\p{L}\p{N}])(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?!\d)/gu,
  /(?<![\d.])(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/gu,
  /(?<![\d/])(?<day>\d{1,2})(?<sign>[/-])(?<month>\d{1,2})\k<sign>(?<year>\d{4})(?![\d/])/gu,
  /(?:(?<year>\d{4})\s?[年년]\s?)?(?<month>\d{1,2})\s?[月월](?:\s?(?<day>\d{1,2})\s?[日일])?/gu,
]

/** Finds the dates of a text, written as in its language or in English. A month alone is not a date. */
export function dates(text: string, language = 'en'): DateSpan[] {
  return [...numericDates(text), ...namedDates(text, language)]
    .filter(isDated)
    .toSorted((one, other) => one.start - other.start)
}

/** The months that a text names without a day or a year. */
export function loneMonths(text: string, language = 'en'): DateSpan[] {
  return namedDates(text, language).filter(span => !isDated(span))
}

/** Returns whether the other date has all parts of this one. */
export function isWithin(date: DateParts, other: DateParts): boolean {
  return (
    date.month === other.month &&
    (date.year === undefined || date.year === other.year) &&
    (date.day === undefined || date.day === other.day)
  )
}

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isDated({ readings: [first] }: DateSpan): boolean {
  return first?.day !== undefined || first?.year !== undefined
}

function numericDates(text: string): DateSpan[] {
  return NUMERIC.flatMap(form =>
    Array.from(text.matchAll(form), ({ 0: written, index, groups = {} }) => {
      const parts = partsOf(groups['year'], Number(groups['month']), groups['day'])
      const isEither = groups['sign'] !== undefined && /^\d{1,2}\D/.test(written)
      const turned =
        isEither && parts.day !== undefined
          ? [{ ...parts, day: parts.month, month: parts.day }]
          : []
      return {
        start: index,
        end: index + written.length,
        readings: [parts, ...turned].filter(isPossible),
      }
    }),
  ).filter(({ readings }) => readings.length > 0)
}

function namedDates(text: string, language: string): DateSpan[] {
  const own = monthsOf(language)
  const found: DateSpan[] = []
  for (const { 0: name, index } of text.matchAll(WORD)) {
    const month = own.get(name.toLowerCase()) ?? ENGLISH.get(name.toLowerCase())
    if (month === undefined) continue
    const span = readAround(text, { start: index, end: index + name.length }, month)
    // The verbs `may` and `march` are not months, unless a year follows.
    const isSure = /^\p{Lu}/u.test(name) || own.has(name.toLowerCase())
    if (isSure && (own !== ENGLISH || /^\p{Lu}/u.test(name))) found.push(span)
    else if (span.readings[0]?.year !== undefined) found.push(span)
  }
  return found
}

function readAround(text: string, { start, end }: Span, month: number): DateSpan {
  const before = DAY_BEFORE.exec(text.slice(Math.max(0, start - AROUND), start))
  const rest = text.slice(end, end + AROUND)
  const yearAfter = YEAR_AFTER.exec(rest)
  const dayAfter = yearAfter || before ? null : DAY_AFTER.exec(rest)
  const day = before?.[1] ?? dayAfter?.[1]
  const year = yearAfter?.[1] ?? dayAfter?.[2]
  const parts = partsOf(year, month, day)
  if (!isPossible(parts)) return { start, end, readings: [{ month }] }
  return {
    start: start - (before?.[0].length ?? 0),
    end: end + (yearAfter?.[0].length ?? dayAfter?.[0].length ?? 0),
    readings: [parts],
  }
}

function partsOf(year: string | undefined, month: number, day: string | undefined): DateParts {
  return {
    month,
    ...(year !== undefined && { year: Number(year) }),
    ...(day !== undefined && { day: Number(day) }),
  }
}

function isPossible({ month, day = 1 }: DateParts): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

const monthsOf = remembered((language: string): Months => {
  if (baseOf(language) === 'en') return ENGLISH
  const months = Array.from(MONTH_NAMES, (_, at) =>
    namesOf(language, at + 1).map(name => [name.toLowerCase(), at + 1] as const),
  )
  return new Map(months.flat())
})

/** The form of a month beside a day and its form alone, which differ in some languages. */
function namesOf(language: string, month: number): string[] {
  const at = new Date(Date.UTC(2024, month - 1, 15))
  const styles = [{ day: 'numeric', month: 'long' }, { month: 'long' }] as const
  return styles.flatMap(style => {
    const parts = new Intl.DateTimeFormat(knownLocale(language), {
      ...style,
      timeZone: 'UTC',
    }).formatToParts(at)
    const name = parts.find(({ type }) => type === 'month')?.value ?? ''
    return /^\p{L}{3,}$/u.test(name) ? [name] : []
  })
}
