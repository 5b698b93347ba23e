import PARTS from '../facts/year-parts.json' with { type: 'json' }
import type { FiscalPeriod } from '../search/company-fact.ts'
import { MONTH_NAMES } from '../text/lex/dates.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Years that end up to May belong to the calendar year before, as databases of company figures count. */
const LATE_DAYS = 160
/** Years of whole weeks end some days off the end of the month. */
const SLACK_DAYS = 8

/** How many days the period has, both ends counted. */
export function daysOf({ start, end }: FiscalPeriod): number | undefined {
  if (start === undefined) return undefined
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1
}

export function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS
}

export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
}

export function dayBefore(date: string): string {
  return new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)
}

/** The calendar year that a fiscal year covers most of; one that ends in June is of that year. */
export function calendarYearOf({ end }: Pick<FiscalPeriod, 'end'>): number {
  return new Date(Date.parse(end) - LATE_DAYS * DAY_MS).getUTCFullYear()
}

/** `2023-09-30` as 30 September 2023. */
export function sayDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTH_NAMES[Number(month) - 1] ?? month} ${year}`
}

/** Whether the company's year is the calendar year, so that the year needs no date. */
export function isCalendar({ fiscalYear, part, end }: FiscalPeriod): boolean {
  return daysApart(end, `${fiscalYear}-${PARTS[part].end}`) <= SLACK_DAYS
}

/** "the third quarter of fiscal 2023", or "2023" for a company whose year is the calendar year. */
export function namePeriod(period: FiscalPeriod, isPlain = isCalendar(period)): string {
  return `${PARTS[period.part].name}${isPlain ? '' : 'fiscal '}${period.fiscalYear}`
}
