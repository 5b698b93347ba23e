import PARTS from '../facts/year-parts.json' with { type: 'json' }
import type { Company, CompanyFact, FiscalPeriod } from '../search/company-fact.ts'
import { toNumber } from './decimal.ts'
import { dayAfter, daysOf, isCalendar } from './period.ts'
import { createSplitAdjuster, type Valued } from './share-splits.ts'

/** The facts of a run, to be looked up by company, concept and period. */
export interface FactBook {
  readonly companies: readonly Company[]
  /** The value by the newest filing that gives one for the period. */
  find(query: FactQuery): Reported | undefined
  /** The end of the newest period that anything was reported for. */
  latestEnd(company: Company): string
  /** The newest fiscal year that anything was reported for. */
  latestYear(company: Company): number
  /** Returns whether its years are those of the calendar. */
  isCalendar(company: Company): boolean
  /** Periods for which any of the concepts was reported, oldest first. */
  periods(query: PeriodQuery): readonly FiscalPeriod[]
}

interface PeriodQuery extends Pick<FactQuery, 'company' | 'isMoment'> {
  readonly concepts: readonly string[]
}

export interface FactQuery {
  readonly company: Company
  readonly concept: string
  readonly year: number
  readonly part: Part
  /** Whether a balance is wanted, rather than a flow over a period. */
  readonly isMoment: boolean
}

export type Part = FiscalPeriod['part']

export interface Reported extends Valued {
  /** Other filings' values for the same period: those that differ, and those that agree. */
  readonly differing: readonly Valued[]
  readonly agreeing: readonly Valued[]
}

const NO_YEAR = { fiscalYear: 0, part: 'year', end: '' } as const

export function createFactBook(facts: readonly CompanyFact[]): FactBook {
  const newestFirst = facts.toSorted((a, b) => b.filedOn.localeCompare(a.filedOn))
  // In two steps, since a ranking looks up too many concepts to make a key for each.
  const byCompany = new Map(
    [...Map.groupBy(newestFirst, ({ company }) => company.cik)].map(([cik, own]) => [
      cik,
      Map.groupBy(own, ({ concept }) => concept),
    ]),
  )
  const companies = new Map(facts.map(({ company }) => [company.cik, company]))
  const adjusters = new Map(
    [...Map.groupBy(facts, ({ company }) => company.cik)].map(([cik, own]) => [
      cik,
      createSplitAdjuster(own),
    ]),
  )
  const ends = new Map<string, string>()
  const years = new Map<string, FiscalPeriod>()
  for (const { company, period } of facts) {
    if (period.end > (ends.get(company.cik) ?? '')) ends.set(company.cik, period.end)
    if (period.part === 'year' && period.fiscalYear > (years.get(company.cik)?.fiscalYear ?? 0))
      years.set(company.cik, period)
  }
  const factsOf = (company: Company, concept: string) =>
    byCompany.get(company.cik)?.get(concept) ?? []
  return {
    companies: [...companies.values()],
    find(query) {
      const all = factsOf(query.company, query.concept)
      const near = all.filter(({ period }) => fits(period, query))
      const begun = near.filter(({ period }) => period.start)
      const fitting = begun.length > 0 ? begun : near
      if (fitting.length === 0) return undefined
      const unit = mainUnit(fitting, all)
      const own = fitting.filter(fact => fact.unit === unit)
      const adjust = adjusters.get(query.company.cik)
      return newest(own.flatMap(fact => adjust?.(fact) ?? []))
    },
    latestEnd: ({ cik }) => ends.get(cik) ?? '',
    latestYear: ({ cik }) => years.get(cik)?.fiscalYear ?? 0,
    isCalendar: ({ cik }) => isCalendar(years.get(cik) ?? NO_YEAR),
    periods({ company, concepts, isMoment }) {
      const found = concepts
        .flatMap(concept => factsOf(company, concept))
        .map(({ period }) => period)
        .filter(period => fits(period, { ...period, year: period.fiscalYear, isMoment }))
      const distinct = new Map(found.map(period => [`${period.end} ${period.part}`, period]))
      return [...distinct.values()].sort((a, b) => (a.end < b.end ? -1 : 1))
    },
  }
}

function fits(
  period: FiscalPeriod,
  { year, part, isMoment }: Pick<FactQuery, 'year' | 'part' | 'isMoment'>,
): boolean {
  if (period.fiscalYear !== year) return false
  if (isMoment) return period.start === undefined && PARTS[part].moments.includes(period.part)
  if (period.part !== part) return false
  // Some rows of a year of whole weeks, which ends within a month, have its last day alone.
  if (!period.start) return part === 'year' && !dayAfter(period.end).endsWith('-01')
  const [least = 0, most = 0] = PARTS[part].days
  const days = daysOf(period)
  return days !== undefined && days >= least && days <= most
}

/** Chooses the currency in which the company mostly reports the concept. */
function mainUnit(
  fitting: readonly CompanyFact[],
  all: readonly CompanyFact[],
): string | undefined {
  const units = [...new Set(fitting.map(({ unit }) => unit))]
  if (units.length < 2) return units[0]
  const count = (unit: string) => all.filter(fact => fact.unit === unit).length
  return units.sort((a, b) => count(b) - count(a))[0]
}

function newest(found: readonly Valued[]): Reported | undefined {
  // Two values in one filing mean two different things, such as classes of shares.
  const plain = [...Map.groupBy(found, ({ fact }) => fact.url).values()].flatMap(ofOne => {
    const [first] = ofOne
    const rest = ofOne.filter(one => first && isOfSameTime(one, first))
    return first && rest.every(one => isSameValue(one, first)) ? [first] : []
  })
  const [best, ...others] = plain
    .filter(one => !isRounded(one, plain))
    .sort((a, b) => (a.fact.filedOn < b.fact.filedOn ? 1 : -1))
  if (!best) return undefined
  const same = others.filter(one => isOfSameTime(one, best))
  return {
    ...best,
    differing: same.filter(one => !isSameValue(one, best)),
    agreeing: same.filter(one => isSameValue(one, best)),
  }
}

/** A dividend in whole dollars, where another filing gives the cents. */
function isRounded(one: Valued, all: readonly Valued[]): boolean {
  if (!one.fact.concept.includes('DividendsPerShare')) return false
  const dollars = toNumber(one.value)
  if (!Number.isInteger(dollars)) return false
  return all.some(other => {
    const exact = toNumber(other.value)
    const isNear = !Number.isInteger(exact) && Math.round(exact) === dollars
    return isNear && isOfSameTime(one, other)
  })
}

function isOfSameTime({ fact: a }: Valued, { fact: b }: Valued): boolean {
  return a.period.end === b.period.end && a.period.start === b.period.start
}

/** Up to this much apart, values differ by rounding. */
const ROUNDING = 0.0005

export function isSameValue(
  { value: a }: Pick<Valued, 'value'>,
  { value: b }: Pick<Valued, 'value'>,
) {
  const [one, other] = [toNumber(a), toNumber(b)]
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other))
}
