import type { FiscalPeriod } from '../../search/company-fact.ts'
import { dayOf, inYear, yearOfDay } from './days.ts'

/** Maps a period or a day to one of the company's fiscal periods. */
export interface FiscalCalendar {
  /** Undefined for other periods, such as twelve months that end in the middle of a year. */
  periodOf(dates: PeriodDates): FiscalPeriod | undefined
}

interface PeriodDates {
  readonly start?: string
  readonly end: string
}

/** The end of a year that the company reported on, and what the report calls that year. */
export interface YearEnd {
  readonly end: string
  readonly fiscalYear?: number
}

interface KnownEnd {
  readonly day: number
  readonly fiscalYear?: number
}

const QUARTER_DAYS = 91.3
const YEAR_DAYS = 365.25
/** Years of 52 and 53 weeks end some days off. */
const YEAR_SLACK_DAYS = 15
/** The quarters of some retailers have 12 or 17 weeks. */
const QUARTER_SLACK_DAYS = 32
/** A year that ends in the first days of January is the one before. */
const NEW_YEAR_DAYS = 10
/** Company years whose ends lie no further apart are named in one way. */
const SAME_SEASON_DAYS = 20
const LONGEST_GAP_DAYS = 350
const LENGTHS = [
  { days: [350, 380], part: 'year', endsIn: 4 },
  { days: [240, 295], part: 'nine-months', endsIn: 3 },
  { days: [160, 205], part: 'half', endsIn: 2 },
] as const
const QUARTER_LENGTH = [75, 125] as const
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const
const CALENDAR_YEAR = '1231'

/**
 * EDGAR gives each figure the year and quarter of its filing, which is wrong for earlier periods that the
 * filing repeats. Uses the dates of the period and the ends of the company's years instead.
 */
export function createFiscalCalendar(
  yearEnds: readonly YearEnd[],
  { fiscalYearEnd = CALENDAR_YEAR }: { readonly fiscalYearEnd?: string } = {},
): FiscalCalendar {
  const known = yearEnds
    .flatMap(({ end, fiscalYear }): KnownEnd[] => {
      const day = dayOf(end)
      if (day === undefined) return []
      return [{ day, ...(fiscalYear !== undefined && { fiscalYear }) }]
    })
    .sort((one, other) => one.day - other.day)

  function yearEndFor(day: number): number {
    const from = day - YEAR_SLACK_DAYS
    const next = known.find(end => end.day >= from)?.day
    if (next !== undefined && next - day <= LONGEST_GAP_DAYS) return next
    // No report on this year yet, or none any more: it ends when the nearest one does.
    const like = next ?? known.at(-1)?.day ?? dayInSeason(fiscalYearEnd)
    const year = yearOfDay(from)
    const inSame = inYear(like, year)
    return inSame >= from ? inSame : inYear(like, year + 1)
  }

  function tellPeriod({ start, end }: PeriodDates): FiscalPeriod | undefined {
    const endDay = dayOf(end)
    const startDay = start === undefined ? undefined : dayOf(start)
    if (endDay === undefined || (start !== undefined && startDay === undefined)) return undefined
    const yearEnd = yearEndFor(endDay)
    const quarter = quarterAt(yearEnd - endDay)
    if (quarter === undefined) return undefined
    const part =
      startDay === undefined
        ? partAt(quarter, yearEnd - endDay)
        : partOf(endDay - startDay + 1, quarter)
    if (part === undefined) return undefined
    const fiscalYear = yearOfDay(yearEnd - NEW_YEAR_DAYS) - yearsBehind(known, yearEnd)
    return { ...(start !== undefined && { start }), end, fiscalYear, part }
  }

  // The figures of a company are of few periods, and share them.
  const told = new Map<string, FiscalPeriod | undefined>()
  return {
    periodOf(dates) {
      const key = `${dates.start} ${dates.end}`
      if (!told.has(key)) told.set(key, tellPeriod(dates))
      return told.get(key)
    },
  }
}

function dayInSeason(fiscalYearEnd: string): number {
  const written = /^\d{4}$/.test(fiscalYearEnd) ? fiscalYearEnd : CALENDAR_YEAR
  // A leap year has every day that there can be.
  const day = dayOf(`2000-${written.slice(0, 2)}-${written.slice(2)}`)
  return day ?? dayInSeason(CALENDAR_YEAR)
}

/** 1 to 4, by how long before the end of the year it is. */
function quarterAt(gapDays: number): 1 | 2 | 3 | 4 | undefined {
  const quartersLeft = Math.max(0, Math.round(gapDays / QUARTER_DAYS))
  if (Math.abs(gapDays - quartersLeft * QUARTER_DAYS) > QUARTER_SLACK_DAYS) return undefined
  const quarter = 4 - quartersLeft
  return quarter === 1 || quarter === 2 || quarter === 3 || quarter === 4 ? quarter : undefined
}

/** A balance at the end of a year belongs to the year, not to its last quarter. */
function partAt(quarter: 1 | 2 | 3 | 4, gapDays: number): FiscalPeriod['part'] | undefined {
  if (quarter < 4) return QUARTERS[quarter - 1]
  return Math.abs(gapDays) <= YEAR_SLACK_DAYS ? 'year' : undefined
}

function partOf(lengthDays: number, quarter: 1 | 2 | 3 | 4): FiscalPeriod['part'] | undefined {
  const [shortest, longest] = QUARTER_LENGTH
  if (lengthDays >= shortest && lengthDays <= longest) return QUARTERS[quarter - 1]
  return LENGTHS.find(
    ({ days: [least, most], endsIn }) =>
      lengthDays >= least && lengthDays <= most && quarter === endsIn,
  )?.part
}

/**
 * 0 for a company that names its years by when they end, 1 for a retailer whose year 2023 ends in
 * January 2024. Its own reports say which; a slip in one of them is outvoted by the others.
 */
function yearsBehind(known: readonly KnownEnd[], yearEnd: number): 0 | 1 {
  const votes = known.flatMap(({ day, fiscalYear }): (0 | 1)[] => {
    const apart = Math.abs(day - yearEnd) % YEAR_DAYS
    if (Math.min(apart, YEAR_DAYS - apart) > SAME_SEASON_DAYS) return []
    const behind = yearOfDay(day - NEW_YEAR_DAYS) - (fiscalYear ?? Number.NaN)
    return behind === 0 || behind === 1 ? [behind] : []
  })
  const later = votes.filter(vote => vote === 1).length
  if (later * 2 === votes.length) return votes.at(-1) ?? 0
  return later * 2 > votes.length ? 1 : 0
}
