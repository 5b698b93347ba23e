import type { Evidence } from '../evidence/ledger.ts'
import { reportWords } from './report-words.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** How old something is, as a reader would say it. */
export function describeAge(
  publishedOn: string,
  { now, language }: { readonly now: Date; readonly language?: string | undefined },
): string {
  const days = Math.floor((now.getTime() - Date.parse(publishedOn)) / DAY_MS)
  const { count, unit } = inUnit(Math.max(0, days))
  if (!isEnglish(language)) {
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-count, unit)
  }
  return count === 0 ? 'of today' : `${count} ${unit}${count === 1 ? '' : 's'} old`
}

function inUnit(days: number): { count: number; unit: 'day' | 'month' | 'year' } {
  if (days < 60) return { count: days, unit: 'day' }
  const months = Math.floor(days / 30.44)
  if (months < 24) return { count: months, unit: 'month' }
  return { count: Math.floor(days / 365.25), unit: 'year' }
}

const OLD_DAYS = 2 * 365.25
/** Since when something has been so does not tell until when. */
const SINCE = /\bsince\b[^;,()]{0,24}?\d{4}/gi
const YEAR = /\b(?:1\d{3}|20\d{2})\b/

interface AgeOptions {
  readonly evidence: readonly Evidence[]
  readonly now: Date
  readonly isField: boolean
  readonly language?: string
}

/**
 * Of when a sentence is, where it does not say so itself and its source is old: `as of November 2015`.
 * Prose is mostly about what has been; figures and fields are read as what is.
 */
export function sayAge(
  text: string,
  { evidence, now, isField, language }: AgeOptions,
): string | undefined {
  if (!isField && !/\d/.test(text)) return undefined
  const [oldest] = evidence.flatMap(({ passage }) => passage.publishedOn ?? []).sort()
  if (oldest === undefined || YEAR.test(text.replace(SINCE, ''))) return undefined
  const published = new Date(oldest)
  if (now.getTime() - published.getTime() < OLD_DAYS * DAY_MS) return undefined
  return reportWords(language).asOf.replace('{month}', monthsIn(language).format(published))
}

/** Where the report's own words are. */
function isEnglish(language: string | undefined): boolean {
  return language === undefined || reportWords(language) === reportWords()
}

function monthsIn(language: string | undefined): Intl.DateTimeFormat {
  if (isEnglish(language)) return MONTH
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
