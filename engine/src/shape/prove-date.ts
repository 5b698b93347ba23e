import { findDates, type WrittenDate } from '../verify/find-dates.ts'
import type { Proof } from './model-proofs.ts'
import { isDate } from './read-date.ts'

const ISO = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:T(\d{2}):(\d{2})(?::(\d{2}).*)?)?$/i
/** Languages whose names of months are read, besides English. */
const LANGUAGES = 'de fr es it pt nl pl sv da nb fi cs ro hu'.split(' ')
/** Names of properties that ask for the date of the source itself. */
const OF_SOURCE = /\b(?:publi\w+|posted|issued|sources?|articles?|as of|updated)\b/
type Day = Omit<WrittenDate, 'start' | 'end'>

/** Whether a text is a month, a day or a time as ISO 8601 writes it. */
export function isIsoDate(text: string): boolean {
  const [, year, month, day] = ISO.exec(text) ?? []
  return year !== undefined && isDate(`${year}-${month}-${day ?? '01'}`)
}

/** Whether a quote has the day, in whatever way it is written; `name` is the property's in words. */
export function proveDate(text: string, name: string, { quotes, evidence }: Proof): boolean {
  const [, year = '', month = '', day, hour, minute] = ISO.exec(text) ?? []
  if (!isIsoDate(text)) return false
  const wanted: Day = {
    year: Number(year),
    month: Number(month),
    ...(day !== undefined && { day: Number(day) }),
  }
  const isSaid = (one: Day) =>
    one.year === wanted.year &&
    one.month === wanted.month &&
    (wanted.day === undefined || one.day === wanted.day)
  const isTime = (quote: string) =>
    hour === undefined || `${hour}${minute}` === '0000' || quote.includes(`${hour}:${minute}`)
  const iso = text.slice(0, 10)
  return (
    quotes.some(quote => isTime(quote) && datesIn(quote).some(isSaid)) ||
    (OF_SOURCE.test(name) &&
      isTime('') &&
      evidence.some(({ passage }) => passage.publishedOn?.startsWith(iso)))
  )
}

function datesIn(text: string): Day[] {
  return [...findDates(text), ...numericDates(text), ...foreignDates(text)]
}

/** Dates in digits. Where day and month could be either way round, both are meant. */
function numericDates(text: string): Day[] {
  const yearFirst = text.matchAll(
    /(?<!\d)(\d{4})(?:[/.-]|年\s?)(\d{1,2})(?:[/.-]|月\s?)(\d{1,2})(?!\d)/g,
  )
  const yearLast = text.matchAll(/(?<!\d)(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4})(?!\d)/g)
  return [
    ...Array.from(yearFirst, ([, year, month, day]) => dayOf(year, month, day)),
    ...Array.from(yearLast).flatMap(([, one, sign, other, year]) => [
      dayOf(year, other, one),
      ...(sign === '/' ? [dayOf(year, one, other)] : []),
    ]),
  ]
}

function foreignDates(text: string): Day[] {
  const written = text.matchAll(
    /(?:(?<!\d)(\d{1,2})(?:\.|º|er)?\s(?:de\s)?)?(\p{L}{3,12})\.?,?\s(?:de(?:l)?\s)?(\d{4})(?!\d)/gu,
  )
  return Array.from(written).flatMap(([, day, name = '', year]) => {
    const month = monthNames().get(name.toLowerCase())
    return month === undefined ? [] : [dayOf(year, month, day)]
  })
}

function dayOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): Day {
  return {
    year: Number(year),
    month: Number(month),
    ...(day !== undefined && { day: Number(day) }),
  }
}

let names: ReadonlyMap<string, number> | undefined

function monthNames(): ReadonlyMap<string, number> {
  names ??= new Map(
    LANGUAGES.flatMap(language => {
      // With a day beside it a month stands in the case in which dates have it.
      const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' })
      return Array.from({ length: 12 }, (_, at) => {
        const parts = format.formatToParts(new Date(2020, at, 15))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        return [name.toLowerCase(), at + 1] as const
      })
    }),
  )
  return names
}
