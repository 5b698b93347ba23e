import type { Span } from '../text/span.ts'

/** A day, a month of a year, or a day of a month: what is not written is not there. */
export interface WrittenDate extends Span {
  readonly year?: number
  readonly month: number
  readonly day?: number
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NAME =
  '(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?'
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?<year>\\d{4})'
const FORMS = [
  `\\b(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})\\b`,
  `\\b${DAY}(?: of)?[ -]${NAME}(?:,?[ -]${YEAR}\\b)?`,
  `\\b${NAME} ${DAY}\\b(?:,? ${YEAR}\\b)?`,
  `\\b${NAME},?(?: of)? ${YEAR}\\b`,
].map(form => new RegExp(form, 'g'))

/** The dates of a text that name a month, in the order of their places. */
export function findDates(text: string): WrittenDate[] {
  const found: WrittenDate[] = []
  let rest = text
  for (const form of FORMS) {
    for (const { 0: written, index, groups = {} } of rest.matchAll(form)) {
      const { year, day, month = '' } = groups
      found.push({
        start: index,
        end: index + written.length,
        month: Number(month) || MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1,
        ...(year && { year: Number(year) }),
        ...(day && { day: Number(day) }),
      })
    }
    // The forms with fewer parts must not find pieces of what a fuller one has found.
    rest = rest.replace(form, written => '#'.repeat(written.length))
  }
  return found.sort((one, other) => one.start - other.start)
}

/** Whether the other date says all that this one does. */
export function isWithin(date: WrittenDate, other: WrittenDate): boolean {
  return (
    date.month === other.month &&
    (date.year === undefined || date.year === other.year) &&
    (date.day === undefined || date.day === other.day)
  )
}
