import { type Period, periodOf, timelessLabel } from '../labels.ts'

const YEAR_MONTH = /^(\d{4})-(\d{2})$/

/** Reads a cell that is only a time. */
export function timeIn(text: string): Period | undefined {
  const [, year, month] = YEAR_MONTH.exec(text.trim()) ?? []
  if (year !== undefined)
    return { years: [Number(year)], month: Number(month), start: 0, end: text.length }
  return timelessLabel(text) === '' ? periodOf(text) : undefined
}
