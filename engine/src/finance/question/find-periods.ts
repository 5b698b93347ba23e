import { MONTH_NAMES, monthOf } from '../../text/lex/dates.ts'
import type { Span } from '../../text/span.ts'
import type { Part } from '../fact-book.ts'

/** A time as a question names it, not yet matched with reported periods. */
export type AskedPeriod =
  | { readonly kind: 'fiscal'; readonly year: number; readonly part: Part }
  /** The fiscal year that covers most of a calendar year. */
  | { readonly kind: 'calendar'; readonly year: number }
  /** That ends about the day, or holds at it. */
  | { readonly kind: 'date'; readonly on: string; readonly part?: Part | 'quarter' }
  | { readonly kind: 'latest'; readonly part?: Part | 'quarter' }
  | { readonly kind: 'trailing' }

export type PeriodMention = Span & { readonly period: AskedPeriod }

const MONTH = `sept|${MONTH_NAMES.map(name => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}`
const ORDINAL = 'first|second|third|fourth|1st|2nd|3rd|4th'
const OF = '(?:\\s*,?\\s*(?:of|in|for)?\\s*(?:the\\s+)?)'
const YEAR_WORDS =
  '(?:fiscal\\s+years?|fiscal|financial\\s+year|calendar\\s+year|calendar|fy|cy|years?)'
/** After a word such as "fiscal year", a year may have two digits. */
const YEAR = `(?:${YEAR_WORDS}\\s?(?<marked#>(?:19|20)\\d{2})|(?:fiscal|fy|cy)\\s?['’]?(?<brief#>\\d{2})|['’](?<short#>\\d{2})|(?<plain#>(?:19|20)\\d{2})(?:\\s+(?:fiscal|financial|calendar)\\s+year)?)(?![\\d%]|[.,]\\d)`
const year = (at: number) => YEAR.replaceAll('#', String(at))
const LENGTH =
  '(?:(?<length>three|six|nine|twelve|3|6|9|12)[\\s-]months?|(?<fullYear>(?:fiscal\\s+|full\\s+)?year)|(?<oneQuarter>(?:fiscal\\s+)?quarter))\\s+(?:period\\s+)?(?:ended|ending|to)\\s+(?:on\\s+)?'

const FORMS: readonly RegExp[] = [
  `(?:${LENGTH})?(?:(?<isoYear>\\d{4})-(?<isoMonth>\\d{2})-(?<isoDay>\\d{2})|(?<month>${MONTH})\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<dateYear>\\d{4})|(?<day2>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<month2>${MONTH})\\.?,?\\s+(?<dateYear2>\\d{4})|(?<month3>${MONTH})\\.?,?\\s+(?<dateYear3>\\d{4}))`,
  '(?<trailing>ttm|ltm|(?:trailing|last|past)[\\s-]+(?:twelve|12)[\\s-]+months?(?:\\s+basis)?|trailing\\s+year)',
  '(?<latest>(?:latest|most\\s+recent|newest|current(?=\\s+(?:fiscal|year|quarter))|last\\s+(?:reported|completed)|last(?=\\s+(?:fiscal|quarter)))(?:\\s+(?:available|reported|completed|full|fiscal|financial))*(?:\\s+(?<latestPart>years?|quarter|annual|quarterly))?)',
  '(?<relative>(?:last|this|previous|prior)\\s+(?:calendar\\s+)?year)',
  `${year(2)}\\s?q(?<q3>[1-4])`,
  `(?:(?:fiscal\\s+)?(?:q(?<q1>[1-4])|(?<q2>[1-4])q|(?<ordinal>${ORDINAL})\\s+(?:fiscal\\s+)?quarter))(?:${OF}${year(1)}|(?<glued>\\d{2})(?!\\d))?`,
  `(?:(?<half>h1|1h|first\\s+(?:half|six\\s+months))|(?<nine>first\\s+(?:nine|9)\\s+months|9m))(?:${OF}${year(3)})?`,
  year(4),
].map(form => new RegExp(`(?<![\\p{L}\\p{N}$€£.,])(?:${form})(?!\\p{L})`, 'giu'))

const ORDINALS: Readonly<Record<string, string>> = { fir: '1', sec: '2', thi: '3', fou: '4' }
const LENGTHS: Readonly<Record<string, Part>> = {
  '6': 'half',
  six: 'half',
  '9': 'nine-months',
  nine: 'nine-months',
  '12': 'year',
  twelve: 'year',
}

/** The times that a text names, in order. */
export function findPeriods(text: string, today: string): PeriodMention[] {
  const found: (Span & { part?: Part; period?: AskedPeriod })[] = []
  let rest = text
  for (const form of FORMS) {
    for (const { 0: written, index, groups = {} } of rest.matchAll(form)) {
      found.push({ start: index, end: index + written.length, ...readPeriod(groups, today) })
    }
    // A pattern with fewer parts must not match inside a fuller one.
    rest = rest.replace(form, written => '#'.repeat(written.length))
  }
  return fillYears(found.sort((a, b) => a.start - b.start))
}

type Groups = Readonly<Record<string, string | undefined>>

function readPeriod(groups: Groups, today: string): { part?: Part; period?: AskedPeriod } {
  if (groups['trailing']) return { period: { kind: 'trailing' } }
  if (groups['latest']) {
    const named = groups['latestPart']?.toLowerCase()
    const part = named === undefined ? undefined : /^quarter/.test(named) ? 'quarter' : 'year'
    return { period: { kind: 'latest', ...(part && { part }) } }
  }
  if (groups['relative']) {
    const year = Number(today.slice(0, 4))
    if (/^this/i.test(groups['relative'])) return { period: { kind: 'fiscal', year, part: 'year' } }
    return { period: { kind: 'calendar', year: year - 1 } }
  }
  if (isDate(groups)) {
    const period = readDate(groups)
    return period ? { period } : {}
  }
  const part = readPart(groups)
  const written = Object.entries(groups).find(
    ([name, value]) => value && /^(?:marked|brief|short|plain|glued)/.test(name),
  )?.[1]
  if (written === undefined) return { part }
  const value = Number(written)
  return { part, period: { kind: 'fiscal', year: value < 100 ? 2000 + value : value, part } }
}

function readPart(groups: Groups): Part {
  const ordinal = groups['ordinal']?.toLowerCase() ?? ''
  const quarter =
    groups['q1'] ?? groups['q2'] ?? groups['q3'] ?? ORDINALS[ordinal.slice(0, 3)] ?? ordinal[0]
  if (quarter) return `Q${quarter}` as Part
  return groups['half'] ? 'half' : groups['nine'] ? 'nine-months' : 'year'
}

function isDate(groups: Groups): boolean {
  return dateYear(groups) !== undefined
}

function dateYear(groups: Groups): string | undefined {
  return groups['isoYear'] ?? groups['dateYear'] ?? groups['dateYear2'] ?? groups['dateYear3']
}

/** Undefined for a day that does not exist. */
function readDate(groups: Groups): AskedPeriod | undefined {
  const year = dateYear(groups)
  const name = groups['month'] ?? groups['month2'] ?? groups['month3'] ?? ''
  const month = Number(groups['isoMonth'] ?? monthOf(name) ?? 0)
  const lastDay = new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  const day = Number(groups['isoDay'] ?? groups['day'] ?? groups['day2'] ?? lastDay)
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return undefined
  const length = groups['length']?.toLowerCase()
  const part = groups['fullYear'] ? 'year' : length === undefined ? undefined : LENGTHS[length]
  const on = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  // Which quarter it is depends on the company's year.
  const isQuarter = groups['oneQuarter'] !== undefined || (length !== undefined && !part)
  return { kind: 'date', on, ...(part && { part }), ...(isQuarter && { part: 'quarter' }) }
}

/** "Q1 and Q2 of 2023": a quarter without a year takes the year of the next, or else of the previous. */
function fillYears(
  found: readonly (Span & { part?: Part; period?: AskedPeriod })[],
): PeriodMention[] {
  const yearOf = (one: (typeof found)[number] | undefined) =>
    one?.period?.kind === 'fiscal' || one?.period?.kind === 'calendar' ? one.period.year : undefined
  return found.flatMap(({ start, end, part, period }, at) => {
    if (period) return [{ start, end, period }]
    if (!part) return []
    const year =
      found
        .slice(at)
        .map(yearOf)
        .find(one => one !== undefined) ??
      found
        .slice(0, at)
        .map(yearOf)
        .findLast(one => one !== undefined)
    const filled: AskedPeriod =
      year === undefined ? { kind: 'latest', part } : { kind: 'fiscal', year, part }
    return [{ start, end, period: filled }]
  })
}
