import { timelessLabel } from '../label-text.ts'
import { type Period, periodOf } from '../periods.ts'

const ISO_DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A cell that is but a time. */
export function timeIn(text: string): Period | undefined {
  const [, year, month = '', day] = ISO_DATE.exec(text.trim()) ?? []
  if (year !== undefined) {
    const marks = [MONTHS[Number(month) - 1] ?? [], day === undefined ? [] : String(Number(day))]
    return { years: [Number(year)], marks: marks.flat(), start: 0, end: text.length }
  }
  return timelessLabel(text) === '' ? periodOf(text) : undefined
}
