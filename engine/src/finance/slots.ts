import PARTS from '../facts/year-parts.json' with { type: 'json' }
import type { FiscalPeriod } from '../search/company-fact.ts'
import type { Part } from './fact-book.ts'
import { calendarYearOf, daysApart, isCalendar } from './period.ts'
import type { AskedPeriod, AskedTimes } from './question/read-times.ts'

/** A part of a company's year, the twelve months to its latest report, or a calendar year of four quarters. */
export type Slot = FiscalSlot | { readonly kind: 'trailing' } | CalendarSlot

interface FiscalSlot {
  readonly kind: 'fiscal'
  readonly year: number
  readonly part: Part
}

interface CalendarSlot {
  readonly kind: 'calendar'
  readonly year: number
  /** The company's own quarters that make up most of the year. */
  readonly quarters: readonly FiscalSlot[]
}

const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const
const QUARTER_ENDS = ['03-31', '06-30', '09-30', '12-31']
const QUARTER_MS = 91.3125 * 24 * 60 * 60 * 1_000
/** Years of whole weeks end a few days off the end of the named month. */
const NEAR_DAYS = 7
const MOST_SLOTS = 30

interface Timeline {
  /** The reported periods, oldest first. */
  readonly periods: readonly FiscalPeriod[]
  readonly isMoment: boolean
}

/** Resolves the requested times to parts of the company's fiscal years, oldest first. */
export function resolveSlots(asked: AskedTimes, timeline: Timeline): readonly Slot[] {
  switch (asked.kind) {
    case 'quarters':
      return QUARTERS.map(part => ({ kind: 'fiscal', year: asked.year, part }))
    case 'last':
      return lastSlots(asked, timeline)
    case 'range':
      return rangeSlots(asked, timeline)
    case 'each': {
      const periods = asked.periods.length > 0 ? asked.periods : [{ kind: 'latest' } as const]
      const slots = periods.flatMap(period => resolve(period, timeline) ?? [])
      const distinct = new Map(slots.map(slot => [JSON.stringify(slot), slot]))
      return [...distinct.values()].sort((a, b) => placeOf(a) - placeOf(b)).slice(-MOST_SLOTS)
    }
  }
}

/** The same part of the year before, or the quarter before. */
export function previousSlot(slot: Slot, step: 'year' | 'quarter' = 'year'): Slot | undefined {
  if (slot.kind === 'trailing') return undefined
  const before = <Of extends { readonly year: number }>(one: Of) => ({ ...one, year: one.year - 1 })
  if (slot.kind === 'calendar') return { ...before(slot), quarters: slot.quarters.map(before) }
  if (step === 'year' || !slot.part.startsWith('Q')) return before(slot)
  return quarterAt(placeOf(slot) - 1)
}

function resolve(asked: AskedPeriod, timeline: Timeline): Slot | undefined {
  const { periods, isMoment } = timeline
  if (asked.kind === 'fiscal' || asked.kind === 'trailing') return asked
  if (asked.kind === 'calendar') return resolveCalendar(asked, timeline)
  if (asked.kind === 'mostly') {
    const year = periods.findLast(({ part }) => part === 'year')
    const ahead = year ? year.fiscalYear - calendarYearOf(year) : 0
    return { kind: 'fiscal', year: asked.year + ahead, part: 'year' }
  }
  // A report of half a year ends with its second quarter, whether or not that is reported by itself.
  if (asked.kind === 'latest' && asked.part === 'quarter') {
    const latest = periods.at(-1)
    return latest && quarterAt(placeOf(toFiscal(latest)))
  }
  // For a flow, the latest year says more than the latest quarter; for a balance, the newest is best.
  const part = asked.part ?? (isMoment ? undefined : 'year')
  const found =
    asked.kind === 'date'
      ? periods
          .filter(({ end }) => daysApart(end, asked.on) <= NEAR_DAYS)
          .findLast(one => isMoment || part === undefined || isPart(one.part, part, false))
      : periods.findLast(one => part === undefined || isPart(one.part, part, isMoment))
  return found && toFiscal(found)
}

/** Finds the company's own periods that cover most of a calendar year or of one of its quarters. */
function resolveCalendar(
  { year, part }: Extract<AskedPeriod, { kind: 'calendar' }>,
  { periods, isMoment }: Timeline,
): Slot | undefined {
  const known = periods.findLast(one => one.part === 'year')
  if (!known) return undefined
  if (isCalendar(known)) return { kind: 'fiscal', year, part }
  const quarters = QUARTER_ENDS.map(end => {
    const apart = Date.parse(`${year}-${end}`) - Date.parse(known.end)
    return quarterAt(placeOf(toFiscal(known)) + Math.round(apart / QUARTER_MS))
  })
  if (part !== 'year') return quarters[PARTS[part].place]
  return isMoment ? quarters.at(-1) : { kind: 'calendar', year, quarters }
}

function isPart(part: Part, asked: Part | 'quarter', isMoment: boolean): boolean {
  if (asked !== 'quarter') return part === asked || (isMoment && asked === 'Q4' && part === 'year')
  return part.startsWith('Q') || (isMoment && part === 'year')
}

function toFiscal({ fiscalYear, part }: FiscalPeriod): FiscalSlot {
  return { kind: 'fiscal', year: fiscalYear, part }
}

function lastSlots(
  { count, part }: Extract<AskedTimes, { kind: 'last' }>,
  timeline: Timeline,
): Slot[] {
  const latest = resolve({ kind: 'latest', part }, timeline)
  const slots = latest?.kind === 'fiscal' ? [latest as Slot] : []
  while (slots[0] && slots.length < count) {
    const before = previousSlot(slots[0], part)
    if (!before) break
    slots.unshift(before)
  }
  return slots
}

function rangeSlots(
  { from, to, step: years = 1 }: Extract<AskedTimes, { kind: 'range' }>,
  timeline: Timeline,
): Slot[] {
  const first = resolve(from, timeline)
  const part = first?.kind === 'fiscal' && first.part !== 'year' ? 'quarter' : 'year'
  const last = resolve(to ?? { kind: 'latest', part }, timeline)
  if (first?.kind !== 'fiscal' || last?.kind !== 'fiscal') return []
  if (!to && placeOf(first) > placeOf(last)) return [first]
  const [start = 0, end = 0] = [placeOf(first), placeOf(last)].sort((a, b) => a - b)
  const step = first.part === last.part && !first.part.startsWith('Q') ? QUARTERS.length : 1
  const apart = step * years
  const slots: Slot[] = []
  for (
    let at = end - ((end - start) % apart);
    at >= start && slots.length < MOST_SLOTS;
    at -= apart
  )
    slots.unshift(step === 1 ? quarterAt(at) : { ...first, year: Math.floor(at / QUARTERS.length) })
  return slots
}

function placeOf(slot: Slot): number {
  if (slot.kind === 'trailing') return Number.MAX_SAFE_INTEGER
  return slot.year * QUARTERS.length + (slot.kind === 'fiscal' ? PARTS[slot.part].place : 3)
}

function quarterAt(place: number): FiscalSlot {
  const part = QUARTERS[place % QUARTERS.length] ?? 'Q1'
  return { kind: 'fiscal', year: Math.floor(place / QUARTERS.length), part }
}
