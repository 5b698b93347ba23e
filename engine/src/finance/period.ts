import type { FiscalPeriod } from '../search/company-fact.ts'
import { MONTH_NAMES } from '../text/lex/dates.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const DAYS_PER_MONTH = 30.44
const DAYS_PER_WEEK = 7
const HALF_YEAR_DAYS = 182
/** Largest distance from whole months at which a period is written in months. */
const MOST_OFF = 0.27

const PARTS: Readonly<Record<FiscalPeriod['part'], string>> = {
  year: '',
  Q1: 'the first quarter of ',
  Q2: 'the second quarter of ',
  Q3: 'the third quarter of ',
  Q4: 'the fourth quarter of ',
  half: 'the first half of ',
  'nine-months': 'the first 9 months of ',
}

/** How many days the period has, both ends counted. */
export function daysOf({ start, end }: FiscalPeriod): number | undefined {
  if (start === undefined) return undefined
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1
}

export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
}

/** The calendar year that most of a fiscal year is in. */
export function calendarYearOf({ end }: Pick<FiscalPeriod, 'end'>): number {
  return new Date(Date.parse(end) - HALF_YEAR_DAYS * DAY_MS).getUTCFullYear()
}

/** `2023-09-30` as 30 September 2023. */
export function sayDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTH_NAMES[Number(month) - 1] ?? month} ${year}`
}

/** By the company's own year: "the third quarter of fiscal year 2023". */
export function nameFiscal({ fiscalYear, part }: Omit<FiscalPeriod, 'end'>): string {
  return `${PARTS[part]}fiscal year ${fiscalYear}`
}

/** Writes the length of a period: "12 months", or weeks if it is not a number of months. */
export function sayLength(period: FiscalPeriod): string {
  const days = daysOf(period) ?? 0
  const months = Math.round(days / DAYS_PER_MONTH)
  if (Math.abs(days / DAYS_PER_MONTH - months) <= MOST_OFF) return `${months} months`
  return `${Math.round(days / DAYS_PER_WEEK)} weeks`
}

/** Numbers in the words for a period that are in no date. */
export function periodNumbers(period: FiscalPeriod): number[] {
  const length = period.start === undefined ? [] : [Number.parseInt(sayLength(period), 10)]
  return [...length, ...(period.part === 'nine-months' ? [9] : [])]
}
