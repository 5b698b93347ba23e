import { dates } from '../text/lex/dates.ts'

const ISO = /^(?<year>\d{4})(?:-?(?<month>\d{2})(?:-?(?<day>\d{2}))?)?(?![\d.,])/
/** The longest text that is read as a date. */
const MOST_CHARACTERS = 100

/**
 * Reads a date as YYYY-MM-DD, or undefined if the day is uncertain. A month or a year alone stands
 * for its first day, so that nothing passes for newer than it is; a day to come is a mistake.
 */
export function parseDate(written: string | null | undefined): string | undefined {
  const text = written?.trim() ?? ''
  if (text === '' || text.length > MOST_CHARACTERS) return undefined
  const iso = ISO.exec(text)?.groups
  const readings = iso ? [iso] : (dates(text)[0]?.readings ?? [])
  const days = new Set(readings.map(({ year, month, day }) => isoDay(year, month, day)))
  const [day] = days
  return days.size === 1 ? day : undefined
}

function isoDay(year: Part, month: Part, day: Part): string | undefined {
  const date = [year, month ?? 1, day ?? 1].map(part => String(part).padStart(2, '0')).join('-')
  const time = Date.parse(`${date}T00:00:00Z`)
  // Some parsers roll an impossible day such as 31 April over.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return undefined
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000
  return Number(year) >= 1000 && time <= tomorrow ? date : undefined
}

type Part = string | number | undefined
