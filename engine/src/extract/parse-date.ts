import { monthOf } from '../text/lex/dates.ts'

const ISO = /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?![\d.,])/
const MONTH_FIRST = /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i
const DAY_FIRST = /\b(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+([a-z]{3})[a-z]*\.?,?[\s-]+(\d{4})\b/i
const NUMBERS = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})\b/
/** The longest text that is read as a date. */
const MOST_CHARACTERS = 100

/**
 * Reads a date as YYYY-MM-DD, or undefined if the day is uncertain. A month or a year alone stands
 * for its first day, so that nothing passes for newer than it is; a day to come is a mistake.
 */
export function parseDate(written: string | null | undefined): string | undefined {
  const text = written?.trim() ?? ''
  if (text === '' || text.length > MOST_CHARACTERS) return undefined
  const iso = ISO.exec(text)
  if (iso) return valid(iso[1], iso[2] ?? '1', iso[3] ?? '1')
  const monthFirst = MONTH_FIRST.exec(text)
  if (monthFirst) return valid(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2])
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return valid(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1])
  const [, first = '', separator, second = '', year] = NUMBERS.exec(text) ?? []
  if (separator === undefined) return undefined
  if (separator === '.' || Number(first) > 12) return valid(year, second, first)
  return Number(second) > 12 || first === second ? valid(year, first, second) : undefined
}

function monthNumber(name = ''): string {
  return String(monthOf(name.slice(0, 3)) ?? 0)
}

function valid(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  // Some parsers roll an impossible day such as 31 April over.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return undefined
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000
  return Number(year) >= 1000 && time <= tomorrow ? date : undefined
}
