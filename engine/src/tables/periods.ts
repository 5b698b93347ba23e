import { loneMonths } from '../text/lex/dates.ts'
import { periods as lexPeriods, type PeriodSpan } from '../text/lex/periods.ts'
import type { Span } from '../text/span.ts'

/** A time as headers and questions name it; the parts tell times of one year apart. */
export interface Period extends Span {
  readonly years: readonly number[]
  /** A quarter, a half, or months up to a date: `q4`, `h1`, `m9`. */
  readonly part?: string
  readonly month?: number
  readonly day?: number
}

/** The periods that a text names, in order. */
export function periods(text: string): Period[] {
  return lexed(text).map(toPeriod)
}

/** All that a header says about time, as one; absent if it says nothing. */
export function periodOf(text: string): Period | undefined {
  const all = [
    ...periods(text),
    ...loneMonths(text).map(({ start, end, readings: [month] }) => ({
      start,
      end,
      years: [],
      ...month,
    })),
  ]
  const [first] = all
  return first && all.slice(1).reduce(mergePeriods, first)
}

/** One period that says what both say. */
export function mergePeriods(one: Period, other: Period): Period {
  return { ...other, ...one, years: [...new Set([...one.years, ...other.years])] }
}

/** The text without its words for time. */
export function withoutPeriods(text: string): string {
  const spans = [...lexed(text), ...loneMonths(text)].toSorted((a, b) => b.start - a.start)
  let rest = text
  for (const { start, end } of spans) rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return rest
}

/** Without a year of its own, a number of months is an age or a term. */
function lexed(text: string): PeriodSpan[] {
  return lexPeriods(text).filter(
    ({ part, years, isBorrowed, date }) =>
      !part?.startsWith('m') || date !== undefined || (years !== undefined && !isBorrowed),
  )
}

function toPeriod({ start, end, years, part, date }: PeriodSpan): Period {
  return {
    start,
    end,
    years: [...new Set(years ?? [])],
    ...(part !== undefined && { part }),
    ...(date && { month: date.month }),
    ...(date?.day !== undefined && { day: date.day }),
  }
}
