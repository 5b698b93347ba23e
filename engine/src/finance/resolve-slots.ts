import type { FiscalPeriod } from '../search/company-fact.ts'
import type { Part } from './fact-book.ts'
import type { Slot } from './find-figure.ts'
import { calendarYearOf } from './period.ts'
import type { AskedPeriod } from './question/find-periods.ts'
import type { AskedPeriods } from './question/read-periods.ts'

const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const
const DAY_MS = 24 * 60 * 60 * 1_000
/** Years of whole weeks end a few days off the end of the named month. */
const NEAR_DAYS = 7
const MOST_SLOTS = 30

export interface Timeline {
  /** The reported periods, oldest first. */
  readonly periods: readonly FiscalPeriod[]
  readonly isMoment: boolean
}

/** Resolves the requested times to parts of the company's fiscal years, oldest first. */
export function resolveSlots(asked: AskedPeriods, timeline: Timeline): readonly Slot[] {
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
      const distinct = new Map(slots.map(slot => [keyOf(slot), slot]))
      return [...distinct.values()].sort(byTime).slice(-MOST_SLOTS)
    }
  }
}

/** The same part of the year before, or of the quarter before. */
export function previousSlot(slot: Slot, step: 'year' | 'quarter' = 'year'): Slot | undefined {
  if (slot.kind === 'trailing') return undefined
  const at = QUARTERS.indexOf(slot.part as (typeof QUARTERS)[number])
  if (step === 'year' || at < 0) return { ...slot, year: slot.year - 1 }
  return quarterAt(slot.year * QUARTERS.length + at - 1)
}

function resolve(asked: AskedPeriod, { periods, isMoment }: Timeline): Slot | undefined {
  switch (asked.kind) {
    case 'fiscal':
    case 'trailing':
      return asked
    case 'calendar': {
      const year = periods.findLast(({ part }) => part === 'year')
      const ahead = year ? year.fiscalYear - calendarYearOf(year) : 0
      return { kind: 'fiscal', year: asked.year + ahead, part: 'year' }
    }
    case 'latest': {
      if (asked.part === 'quarter') return latestQuarter(periods)
      // For a flow, the latest year says more than the latest quarter; for a balance, the newest is best.
      const part = asked.part ?? (isMoment ? undefined : 'year')
      return toSlot(periods.findLast(one => part === undefined || isPart(one.part, part, isMoment)))
    }
    case 'date': {
      const near = periods.filter(
        ({ end }) => Math.abs(Date.parse(end) - Date.parse(asked.on)) <= NEAR_DAYS * DAY_MS,
      )
      const part = asked.part ?? (isMoment ? undefined : 'year')
      return toSlot(
        near.findLast(one => part === undefined || isMoment || isPart(one.part, part, false)),
      )
    }
  }
}

function isPart(part: Part, asked: Part | 'quarter', isMoment: boolean): boolean {
  if (asked !== 'quarter') return part === asked || (isMoment && asked === 'Q4' && part === 'year')
  return part.startsWith('Q') || (isMoment && part === 'year')
}

function toSlot(period: FiscalPeriod | undefined): Slot | undefined {
  return period && { kind: 'fiscal', year: period.fiscalYear, part: period.part }
}

function lastSlots(
  { count, part }: Extract<AskedPeriods, { kind: 'last' }>,
  timeline: Timeline,
): Slot[] {
  const latest = resolve({ kind: 'latest', part }, timeline)
  if (latest?.kind !== 'fiscal') return []
  const slots: Slot[] = [latest]
  while (slots.length < count) {
    const before = slots[0] && previousSlot(slots[0], part)
    if (!before) break
    slots.unshift(before)
  }
  return slots
}

/** The end of a year is the end of its fourth quarter too, whether or not that was reported. */
function latestQuarter(periods: Timeline['periods']): Slot | undefined {
  const latest = periods.findLast(({ part }) => part.startsWith('Q') || part === 'year')
  return (
    latest && {
      kind: 'fiscal',
      year: latest.fiscalYear,
      part: latest.part === 'year' ? 'Q4' : latest.part,
    }
  )
}

function rangeSlots(
  { from, to }: Extract<AskedPeriods, { kind: 'range' }>,
  timeline: Timeline,
): Slot[] {
  const first = resolve(from, timeline)
  const part = first?.kind === 'fiscal' && first.part !== 'year' ? 'quarter' : 'year'
  const last = resolve(to ?? { kind: 'latest', part }, timeline)
  if (first?.kind !== 'fiscal' || last?.kind !== 'fiscal') return []
  const [start, end] = [placeOf(first), placeOf(last)].sort((a, b) => a - b)
  if (start === undefined || end === undefined) return []
  const step = first.part === last.part && !first.part.startsWith('Q') ? QUARTERS.length : 1
  const slots: Slot[] = []
  for (let at = end; at >= start && slots.length < MOST_SLOTS; at -= step)
    slots.unshift(step === 1 ? quarterAt(at) : { ...first, year: Math.floor(at / QUARTERS.length) })
  return slots
}

function placeOf(slot: Slot): number {
  if (slot.kind === 'trailing') return Number.MAX_SAFE_INTEGER
  const places: Readonly<Record<Part, number>> = {
    Q1: 0,
    Q2: 1,
    half: 1,
    Q3: 2,
    'nine-months': 2,
    Q4: 3,
    year: 3,
  }
  return slot.year * QUARTERS.length + places[slot.part]
}

function quarterAt(place: number): Slot {
  const part = QUARTERS[place % QUARTERS.length] ?? 'Q1'
  return { kind: 'fiscal', year: Math.floor(place / QUARTERS.length), part }
}

function byTime(a: Slot, b: Slot): number {
  return placeOf(a) - placeOf(b)
}

function keyOf(slot: Slot): string {
  return slot.kind === 'trailing' ? slot.kind : `${slot.year} ${slot.part}`
}
