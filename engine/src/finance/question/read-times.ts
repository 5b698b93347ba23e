import type { DateParts } from '../../text/lex/dates.ts'
import { blankOut } from '../../text/lex/numbers.ts'
import { type PeriodSpan, periods } from '../../text/lex/periods.ts'
import { matchSpan, overlaps, type Span } from '../../text/span.ts'
import type { Part } from '../fact-book.ts'
import list from '../words.json' with { type: 'json' }

/** A time as a question names it, not yet matched with reported periods. */
export type AskedPeriod =
  | { readonly kind: 'fiscal'; readonly year: number; readonly part: Part }
  /** Of the calendar, whatever the company's own year. */
  | { readonly kind: 'calendar'; readonly year: number; readonly part: Part }
  /** The fiscal year that covers most of a calendar year. */
  | { readonly kind: 'mostly'; readonly year: number }
  /** That ends about the day, or holds at it. */
  | { readonly kind: 'date'; readonly on: string; readonly part?: Part | 'quarter' }
  | { readonly kind: 'latest'; readonly part?: Part | 'quarter' }
  | { readonly kind: 'trailing' }

/** The times for which figures are wanted. */
export type AskedTimes =
  | { readonly kind: 'each'; readonly periods: readonly AskedPeriod[] }
  /** From one time to another, including those between; without an end, up to the latest. */
  | {
      readonly kind: 'range'
      readonly from: AskedPeriod
      readonly to?: AskedPeriod
      /** In years, if not every one of them is asked for. */
      readonly step?: number
    }
  | { readonly kind: 'last'; readonly count: number; readonly part: 'year' | 'quarter' }
  | { readonly kind: 'quarters'; readonly year: number }

export interface ReadTimes {
  readonly asked: AskedTimes
  /** The places in the text that name them. */
  readonly mentions: readonly Span[]
  /** Whether each time is compared with the one before it. */
  readonly isAgainstPrevious: boolean
}

type Mention = Span & { readonly period: AskedPeriod; readonly to?: AskedPeriod }

export const NUMBERS = list.numbers.split(' ')
const COUNT = `(?<count>\\d{1,2}|${NUMBERS.join('|')}|decade)`
const LAST = new RegExp(
  `\\b(?:(?:last|past|previous|prior|recent|latest|trailing|(?:in|over|within)(?=\\s+(?:\\S+\\s+){1,2}(?:years?|yrs?|quarters?)))\\s+${COUNT}(?:\\s+(?:fiscal|full|completed|reported|consecutive))*\\s*(?<unit>years?|yrs?|quarters?)?)\\b`,
  'i',
)
const SPANNING = new RegExp(
  `\\b${COUNT}[\\s-](?<unit>year|quarter)(?=\\s+(?:cagr|compound|average|growth|trend|change|history|annual|total|sum|revenue|period))`,
  'i',
)
const EVERY = new RegExp(`\\bevery (?<count>\\d{1,2}|${NUMBERS.join('|')}) years\\b`, 'i')
const MOST_COUNT = 12
/** Words for times, and those around the name of one that say what it is for. */
const TIMES = Object.fromEntries(
  Object.entries(list.times).map(([name, words]) => [name, new RegExp(words, 'i')]),
) as Readonly<Record<keyof typeof list.times, RegExp>>
const PARTS: Readonly<Record<string, Part>> = {
  ...{ q1: 'Q1', q2: 'Q2', q3: 'Q3', q4: 'Q4', m3: 'Q1' },
  ...{ h1: 'half', m6: 'half', m9: 'nine-months', m12: 'year' },
}

/** Reads the times that a text names. Growth "from 2022" begins with that year; revenue "from 2022" is its own. */
export function readTimes(text: string, today: string, isAboutChange: boolean): ReadTimes {
  const before = [TIMES.previous, TIMES.thanLast].flatMap(pattern =>
    Array.from(text.matchAll(new RegExp(pattern, 'gi')), matchSpan),
  )
  const found = findPeriods(blankOut(text, before.toSorted(byStart)), today)
  const relative = LAST.exec(text) ?? SPANNING.exec(text)
  // Twelve months, or the last five years, end with the latest period, whether or not it is named.
  const isUpToNow = relative || found.some(({ period }) => period.kind === 'trailing')
  const named = isUpToNow ? found.filter(one => !isEnd(text, one)) : found
  const quarterly = TIMES.quarters.exec(text)
  const others = [relative, quarterly].flatMap(found => (found ? [matchSpan(found)] : []))
  const [only, ...more] = named
  const isOnly = only !== undefined && more.length === 0 && !only.to
  const isBase = (start: string) =>
    TIMES.base.test(start) || (TIMES.from.test(start) && isAboutChange)
  // A time that others are compared with.
  const base = isOnly && isBase(text.slice(0, only.start)) ? only.period : undefined
  const result = (asked: AskedTimes) => ({
    asked,
    mentions: [...found, ...before, ...others],
    isAgainstPrevious: before.length > 0,
  })
  const last =
    relative && named.every(one => overlaps(one, [matchSpan(relative)]))
      ? readLast(relative)
      : undefined
  if (last) return result(last)
  const year = isOnly && 'year' in only.period ? only.period : undefined
  const quarterOf = (at: number, part: Part) => ({ kind: 'fiscal', year: at, part }) as const
  if (quarterly && year && (year.kind === 'mostly' || year.part === 'year'))
    return result(
      TIMES.since.test(text.slice(0, only?.start))
        ? { kind: 'range', from: quarterOf(year.year, 'Q1') }
        : { kind: 'quarters', year: year.year },
    )
  // "Which quarter was the best?" is asked of all that are at hand.
  if (quarterly && named.length === 0 && /^wh/i.test(quarterly[0]))
    return result({ kind: 'last', count: MOST_COUNT, part: 'quarter' })
  const years = named.flatMap(({ period, to }) => [period, to ?? []].flat()).map(yearOf)
  if (quarterly && years.length > 1 && years.every(one => one !== undefined)) {
    const [from, to] = [Math.min(...years), Math.max(...years)]
    return result({ kind: 'range', from: quarterOf(from, 'Q1'), to: quarterOf(to, 'Q4') })
  }
  return result(base ? { kind: 'range', from: base } : readNamed(text, named))
}

/** The year, of a period that is a whole one. */
function yearOf(period: AskedPeriod): number | undefined {
  return period.kind === 'fiscal' && period.part === 'year' ? period.year : undefined
}

function isEnd(text: string, { period, start }: Mention): boolean {
  return period.kind === 'latest' && TIMES.upTo.test(text.slice(0, start))
}

/** Whether any time was named at all. */
export function hasTimes(asked: AskedTimes): boolean {
  return asked.kind !== 'each' || asked.periods.length > 0
}

/** The times that a text names, in order. */
export function findPeriods(text: string, today: string): Mention[] {
  const thisYear = Number(today.slice(0, 4))
  const words = [
    ...find(TIMES.trailing, () => ({ kind: 'trailing' })),
    ...find(TIMES.latest, ({ part }) => ({
      kind: 'latest',
      ...(part && { part: /^quarter/i.test(part) ? 'quarter' : 'year' }),
    })),
    ...find(TIMES.now, () => ({ kind: 'latest', part: 'year' })),
    ...find(TIMES.pandemic, () => ({ kind: 'fiscal', year: 2019, part: 'year' })),
    ...find(TIMES.relative, ({ which = '' }) =>
      /^this/i.test(which)
        ? { kind: 'fiscal', year: thisYear, part: 'year' }
        : { kind: 'mostly', year: thisYear - 1 },
    ),
  ].toSorted(byStart)
  const written = periods(blankOut(text, words)).flatMap(span => readSpan(text, span) ?? [])
  return [...words, ...written].sort(byStart)

  function find(pattern: RegExp, read: (groups: Record<string, string>) => AskedPeriod): Mention[] {
    return Array.from(text.matchAll(new RegExp(pattern, 'gi')), found => ({
      ...{ ...matchSpan(found), period: read(found.groups ?? {}) },
    }))
  }
}

function readSpan(text: string, { start, end, ...span }: PeriodSpan): Mention | undefined {
  const part = span.part === undefined ? 'year' : PARTS[span.part]
  if (span.date) {
    const ended = TIMES.ended.exec(text.slice(0, start))
    const length = ended ? (ended.groups?.['year'] ? 'year' : 'quarter') : undefined
    const own = span.part === undefined ? length : span.part === 'm3' ? 'quarter' : part
    const on = dayOf(span.date)
    if (on === undefined) return undefined
    const period: AskedPeriod = { kind: 'date', on, ...(own && { part: own }) }
    return { start: ended?.index ?? start, end, period }
  }
  // The second half of a year is reported nowhere, and a day that does not exist is no year.
  if (!part || /^-\d/.test(text.slice(end))) return undefined
  if (!span.years) return { start, end, period: { kind: 'latest', part } }
  const [from, to] = span.years
  if (from < 1900 || to > 2099) return undefined
  const isCalendar =
    TIMES.calendar.test(text.slice(0, start)) || /calendar|\bcy/i.test(text.slice(start, end))
  const kind = isCalendar ? 'calendar' : 'fiscal'
  const period = { kind, year: from, part } as const
  return { start, end, period, ...(to > from && { to: { ...period, year: to } }) }
}

/** The last day of a month that is named without a day; undefined for a day that does not exist. */
function dayOf({ year, month, day }: DateParts): string | undefined {
  if (year === undefined) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if ((day ?? last) > last) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day ?? last).padStart(2, '0')}`
}

function readLast({ groups = {} }: RegExpExecArray): AskedTimes | undefined {
  const { count = '', unit = '' } = groups
  const isDecade = /^decade$/i.test(count)
  if (!isDecade && unit === '') return undefined
  const number = isDecade ? 10 : toCount(count)
  const part = /^quarter/i.test(unit) ? 'quarter' : 'year'
  if (number === 1) return { kind: 'each', periods: [{ kind: 'latest', part }] }
  return { kind: 'last', count: Math.min(number, MOST_COUNT), part }
}

function toCount(written: string): number {
  return Number(written) || NUMBERS.indexOf(written.toLowerCase()) + 1
}

function readNamed(text: string, named: readonly Mention[]): AskedTimes {
  const [first, second, ...more] = named
  const every = EVERY.exec(text)?.groups?.['count']
  const steps = every === undefined ? {} : { step: toCount(every) }
  if (first?.to && !second) return { kind: 'range', from: first.period, to: first.to, ...steps }
  if (first && second && more.length === 0 && isRange(text, first, second))
    return { kind: 'range', from: first.period, to: second.period, ...steps }
  if (first && !second && TIMES.since.test(text.slice(0, first.start)))
    return { kind: 'range', from: first.period, ...steps }
  return { kind: 'each', periods: named.flatMap(({ period, to }) => [period, ...(to ? [to] : [])]) }
}

function isRange(text: string, first: Span, second: Span): boolean {
  const between = text.slice(first.end, second.start)
  if (TIMES.between.test(between)) return true
  return TIMES.beforeRange.test(text.slice(0, first.start)) && /^\s*(?:and|to)\s/i.test(between)
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start
}
