import type { FiscalPeriod } from '../search/company-fact.ts'
import { daysOf, type Part } from './fact-book.ts'

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS_PER_MONTH = 30.44
const DAYS_PER_WEEK = 7
/** How far from whole months a stretch may be to be told in months. */
const MOST_OFF = 0.27

const PARTS: Readonly<Record<Part, string>> = {
  year: '',
  Q1: 'the first quarter of ',
  Q2: 'the second quarter of ',
  Q3: 'the third quarter of ',
  Q4: 'the fourth quarter of ',
  half: 'the first half of ',
  'nine-months': 'the first 9 months of ',
}

/** `2023-09-30` as 30 September 2023. */
export function sayDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`
}

/** By the company's own year: "the third quarter of fiscal year 2023". */
export function nameFiscal({ fiscalYear, part }: FiscalPeriod): string {
  return `${PARTS[part]}fiscal year ${fiscalYear}`
}

/** How long it is: "12 months", or in weeks where it is no number of months. */
export function sayLength(period: FiscalPeriod): string {
  const days = daysOf(period) ?? 0
  const months = Math.round(days / DAYS_PER_MONTH)
  if (Math.abs(days / DAYS_PER_MONTH - months) <= MOST_OFF) return `${months} months`
  return `${Math.round(days / DAYS_PER_WEEK)} weeks`
}

/** "the 12 months to 30 September 2023". */
export function sayStretch(period: FiscalPeriod): string {
  return `the ${sayLength(period)} to ${sayDate(period.end)}`
}

/** The numbers of what the functions above write that are in no date. */
export function periodNumbers(period: FiscalPeriod): number[] {
  const length = period.start === undefined ? [] : [Number.parseInt(sayLength(period), 10)]
  return [...length, ...(period.part === 'nine-months' ? [9] : [])]
}
