import type { FiscalPeriod } from '../../search/company-fact.ts'

/** Maps a period or a day to one of the company's fiscal periods. */
export interface FiscalCalendar {
  /** Undefined for other periods, such as twelve months that end in the middle of a year. */
  periodOf(dates: Pick<FiscalPeriod, 'start' | 'end'>): FiscalPeriod | undefined
}

/** The end of a year that the company reported on, and what the report calls that year. */
export interface YearEnd {
  readonly end: string
  readonly fiscalYear?: number
}

interface KnownEnd {
  readonly day: number
  readonly fiscalYear: number | undefined
}

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
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
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const
const LENGTHS = [
  ...QUARTERS.map((part, at) => ({ days: [75, 125], part, endsIn: at + 1 }) as const),
  { days: [350, 380], part: 'year', endsIn: 4 },
  { days: [240, 295], part: 'nine-months', endsIn: 3 },
  { days: [160, 205], part: 'half', endsIn: 2 },
] as const
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
    .map(({ end, fiscalYear }) => ({ day: dayOf(end) ?? Number.NaN, fiscalYear }))
    .filter(({ day }) => !Number.isNaN(day))
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

  function tellPeriod({ start, end }: Pick<FiscalPeriod, 'start' | 'end'>) {
    const [startDay, endDay] = [start === undefined ? 0 : dayOf(start), dayOf(end)]
    if (endDay === undefined || startDay === undefined) return undefined
    const yearEnd = yearEndFor(endDay)
    const gap = yearEnd - endDay
    const part = start === undefined ? partAt(gap) : partOf(endDay - startDay + 1, gap)
    const fiscalYear = yearOfDay(yearEnd - NEW_YEAR_DAYS) - yearsBehind(known, yearEnd)
    return part && { ...(start !== undefined && { start }), end, fiscalYear, part }
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

/** Converts a date to a count of days, for measuring periods; undefined if it is not a date. */
export function dayOf(date: unknown): number | undefined {
  if (typeof date !== 'string' || !DATE.test(date)) return undefined
  const ms = Date.parse(`${date}T00:00:00Z`)
  // The thirtieth of February is read as a day of March.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
  return isReal ? ms / DAY_MS : undefined
}

function yearOfDay(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

/** The same month and day of another year; the last of February stands for its leap day. */
function inYear(day: number, year: number): number {
  const date = new Date(day * DAY_MS)
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()]
  return Math.min(Date.UTC(year, month, dayOfMonth), Date.UTC(year, month + 1, 0)) / DAY_MS
}

/** In a leap year, which has every day that there can be. */
function dayInSeason(fiscalYearEnd: string): number {
  const day = dayOf(`2000-${fiscalYearEnd.slice(0, 2)}-${fiscalYearEnd.slice(2)}`)
  return day ?? dayInSeason(CALENDAR_YEAR)
}

/** 1 to 4, by how long before the end of the year it is. */
function quarterAt(gapDays: number): number | undefined {
  const left = Math.max(0, Math.round(gapDays / QUARTER_DAYS))
  const isNear = Math.abs(gapDays - left * QUARTER_DAYS) <= QUARTER_SLACK_DAYS
  return isNear && left < 4 ? 4 - left : undefined
}

/** A balance at the end of a year belongs to the year, not to its last quarter. */
function partAt(gapDays: number): FiscalPeriod['part'] | undefined {
  const quarter = quarterAt(gapDays)
  if (quarter !== 4) return QUARTERS[(quarter ?? 0) - 1]
  return Math.abs(gapDays) <= YEAR_SLACK_DAYS ? 'year' : undefined
}

function partOf(lengthDays: number, gapDays: number): FiscalPeriod['part'] | undefined {
  const quarter = quarterAt(gapDays)
  return LENGTHS.find(
    ({ days: [least, most], endsIn }) =>
      lengthDays >= least && lengthDays <= most && quarter === endsIn,
  )?.part
}

/**
 * 0 for a company that names its years by when they end, 1 for a retailer whose year 2023 ends in
 * January 2024. Its own reports say which; a slip in one of them is outvoted by the others.
 */
function yearsBehind(known: readonly KnownEnd[], yearEnd: number): number {
  const votes = known
    .filter(({ day }) => {
      const apart = Math.abs(day - yearEnd) % YEAR_DAYS
      return Math.min(apart, YEAR_DAYS - apart) <= SAME_SEASON_DAYS
    })
    .map(({ day, fiscalYear = 0 }) => yearOfDay(day - NEW_YEAR_DAYS) - fiscalYear)
    .filter(behind => behind === 0 || behind === 1)
  const later = votes.filter(vote => vote === 1).length
  if (later * 2 === votes.length) return votes.at(-1) ?? 0
  return later * 2 > votes.length ? 1 : 0
}
