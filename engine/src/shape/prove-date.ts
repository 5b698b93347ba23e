import { type DateParts, dates, isIsoDate as isDay } from '../text/lex/dates.ts'
import type { Proof } from './proof.ts'

const ISO = /^(\d{4}-\d{2})(-\d{2})?(?:T(\d{2}:\d{2})(?::\d{2}.*)?)?$/i
/** Names of properties that ask for the date of the source itself. */
const OF_SOURCE = /\b(?:publi\w+|posted|issued|sources?|articles?|as of|updated)\b/

/** Whether a text is a month, a day or a time as ISO 8601 writes it. */
export function isIsoDate(text: string): boolean {
  const [, month, day = '-01'] = ISO.exec(text) ?? []
  return month !== undefined && isDay(`${month}${day}`)
}

/** Whether a quote has the date; `name` is the property's in words. */
export function proveDate(
  text: string,
  name: string,
  { quotes, evidence, language }: Proof,
): boolean {
  if (!isIsoDate(text)) return false
  const [, month = '', day = '', time = '00:00'] = ISO.exec(text) ?? []
  const isSame = (date: string) => date.startsWith(month + day)
  const isTold = (quote: string) => time === '00:00' || quote.includes(time)
  const isOfSource = OF_SOURCE.test(name) && time === '00:00'
  return (
    quotes.some(quote => isTold(quote) && datesIn(quote, language).some(isSame)) ||
    (isOfSource && evidence.some(({ passage }) => isSame(passage.publishedOn ?? '')))
  )
}

/** The dates of a text as YYYY-MM or YYYY-MM-DD. Two are given if day and month may be either way round. */
export function datesIn(text: string, language: string): string[] {
  return dates(text, language).flatMap(({ readings }) => readings.flatMap(written))
}

function written({ year, month, day }: DateParts): string[] {
  if (year === undefined) return []
  const parts = [String(year).padStart(4, '0'), month, ...(day === undefined ? [] : [day])]
  return [parts.map(part => String(part).padStart(2, '0')).join('-')]
}
