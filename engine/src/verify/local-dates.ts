import type { Span } from '../text/span.ts'
import { baseOf } from './base-of.ts'
import { findDates, type WrittenDate } from './find-dates.ts'

/** A date as written, with what it may mean: 3/12/1987 is read in two ways. */
export interface LocalDate extends Span {
  readonly readings: readonly Omit<WrittenDate, keyof Span>[]
}

interface Months {
  readonly forms: readonly RegExp[]
  /** A month alone. */
  readonly name: RegExp
  readonly numberOf: (name: string) => number
}

const POINTS = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/g
const SLASHES = /(?<![\d/])(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?![\d/])/g
const SIGNS =
  /(?:(?<year>\d{4})\s?[年년]\s?)?(?<month>\d{1,2})\s?[月월](?:\s?(?<day>\d{1,2})\s?[日일])?/gu
/** Of languages that number their months. */
const NEVER = '(?!)'
const MOST_LANGUAGES = 100
const byLanguage = new Map<string, Months>()

/** The dates of a text as its language writes them, in any order. */
export function localDates(text: string, language: string): LocalDate[] {
  const points = Array.from(text.matchAll(POINTS), match => ({
    ...spanOf(match),
    readings: [{ day: Number(match[1]), month: Number(match[2]), year: Number(match[3]) }],
  }))
  const slashes = Array.from(text.matchAll(SLASHES), match => {
    const [one, other, year] = [Number(match[1]), Number(match[2]), Number(match[3])]
    return {
      ...spanOf(match),
      readings: [
        { day: one, month: other, year },
        { day: other, month: one, year },
      ],
    }
  })
  const signs = Array.from(text.matchAll(SIGNS), match => ({
    ...spanOf(match),
    readings: [readingOf(match.groups, Number(match.groups?.['month']))],
  }))
  return [...points, ...slashes, ...signs, ...named(text, language)]
}

/** The months that a text names without a day or a year. English ones are checked as names. */
export function loneMonths(text: string, language: string): (Span & { month: number })[] {
  if (baseOf(language) === 'en') return []
  const months = monthsOf(language)
  return Array.from(text.matchAll(months.name), match => ({
    ...spanOf(match),
    month: months.numberOf(match[0]),
  }))
}

function named(text: string, language: string): LocalDate[] {
  // Texts of other languages keep ISO dates and, in names, English ones.
  const english = findDates(text).map(({ start, end, ...reading }) => ({
    start,
    end,
    readings: [reading],
  }))
  if (baseOf(language) === 'en') return english
  const { forms, numberOf } = monthsOf(language)
  const own = forms.flatMap(form =>
    Array.from(text.matchAll(form), match => ({
      ...spanOf(match),
      readings: [readingOf(match.groups, numberOf(match.groups?.['name'] ?? ''))],
    })),
  )
  const isFree = ({ start, end }: Span) => !own.some(date => date.start <= start && end <= date.end)
  return [...own, ...english.filter(isFree)]
}

function monthsOf(language: string): Months {
  const known = byLanguage.get(language)
  if (known) return known
  const numbers = new Map<string, number>()
  for (let month = 1; month <= 12; month++) {
    for (const name of namesOf(language, month)) numbers.set(name.toLowerCase(), month)
  }
  const names = [...numbers.keys()].toSorted((one, other) => other.length - one.length)
  const name = `(?<name>${names.length > 0 ? names.join('|') : NEVER})`
  const between = "[.,]?\\s(?:de |del |d['’])?"
  const forms = [
    `(?<![\\p{N}.,])(?<day>\\d{1,2})(?:er|º|°)?${between}${name}(?:${between}(?<year>\\d{4})(?!\\d))?(?!\\p{L})`,
    `(?<!\\p{L})${name}${between}(?<year>\\d{4})(?!\\d)`,
  ].map(form => new RegExp(form, 'giu'))
  const months: Months = {
    forms,
    name: new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'giu'),
    numberOf: written => numbers.get(written.toLowerCase()) ?? 0,
  }
  if (byLanguage.size < MOST_LANGUAGES) byLanguage.set(language, months)
  return months
}

/** A month as it stands beside a day and alone, which some languages tell apart. */
function namesOf(language: string, month: number): string[] {
  const at = new Date(Date.UTC(2024, month - 1, 15))
  const styles = [{ day: 'numeric', month: 'long' }, { month: 'long' }] as const
  return styles.flatMap(style => {
    const parts = formatOf(language, style).formatToParts(at)
    const name = parts.find(({ type }) => type === 'month')?.value ?? ''
    return /^\p{L}{3,}$/u.test(name) ? [name] : []
  })
}

function formatOf(language: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const options = { ...style, timeZone: 'UTC' }
  try {
    return new Intl.DateTimeFormat(language, options)
  } catch {
    return new Intl.DateTimeFormat('en', options)
  }
}

function readingOf(groups: Record<string, string> | undefined, month: number) {
  const { year, day } = groups ?? {}
  return {
    month,
    ...(year !== undefined && { year: Number(year) }),
    ...(day !== undefined && { day: Number(day) }),
  }
}

function spanOf({ 0: written, index }: RegExpExecArray): Span {
  return { start: index, end: index + written.length }
}
