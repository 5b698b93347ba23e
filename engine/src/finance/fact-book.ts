import type { Company, CompanyFact, FiscalPeriod } from '../search/company-fact.ts'
import { subtract } from '../tables/rational.ts'
import type { CitedFact, CiteFact } from './cite-fact.ts'
import { compare, magnitude } from './decimal.ts'

/** The facts of a run, to be looked up by what they are about. */
export interface FactBook {
  readonly companies: readonly Company[]
  /** What the company reported under the concept for the period, by its newest filing. */
  find(query: FactQuery): Reported | undefined
  /** The periods that any of the concepts was reported for, oldest first. */
  periods(query: Omit<FactQuery, 'concept' | 'year' | 'part'> & Concepts): readonly FiscalPeriod[]
}

interface Concepts {
  readonly concepts: readonly string[]
}

export interface FactQuery {
  readonly company: Company
  readonly concept: string
  readonly year: number
  readonly part: Part
  /** A balance, rather than what came about in a stretch of time. */
  readonly isMoment: boolean
}

export type Part = FiscalPeriod['part']

export interface Reported extends CitedFact {
  /** What other filings say of the same, where it is something else, and where it is not. */
  readonly differing: readonly CitedFact[]
  readonly agreeing: readonly CitedFact[]
}

const DAY_MS = 24 * 60 * 60 * 1_000
/** In days; years and quarters of whole weeks, and quarters of twelve to seventeen of them, are meant. */
const LENGTHS: Readonly<Record<Part, readonly [number, number]>> = {
  year: [350, 380],
  Q1: [75, 125],
  Q2: [75, 125],
  Q3: [75, 125],
  Q4: [75, 125],
  half: [160, 200],
  'nine-months': [245, 290],
}
/** Which balances stand at the end of a stretch. */
const MOMENTS: Readonly<Record<Part, readonly Part[]>> = {
  year: ['year', 'Q4'],
  Q1: ['Q1'],
  Q2: ['Q2', 'half'],
  Q3: ['Q3', 'nine-months'],
  Q4: ['Q4', 'year'],
  half: ['half', 'Q2'],
  'nine-months': ['nine-months', 'Q3'],
}

export function createFactBook(facts: readonly CompanyFact[], citeFact: CiteFact): FactBook {
  const byConcept = Map.groupBy(facts, ({ company, concept }) => `${company.cik} ${concept}`)
  const companies = new Map(facts.map(({ company }) => [company.cik, company]))
  const factsOf = (company: Company, concept: string) =>
    byConcept.get(`${company.cik} ${concept}`) ?? []
  return {
    companies: [...companies.values()],
    find(query) {
      const all = factsOf(query.company, query.concept)
      const fitting = all
        .filter(({ period }) => fits(period, query))
        .flatMap(fact => citeFact(fact) ?? [])
      const unit = mainUnit(fitting, all)
      return newest(fitting.filter(({ fact }) => fact.unit === unit))
    },
    periods({ company, concepts, isMoment }) {
      const found = concepts
        .flatMap(concept => factsOf(company, concept))
        .filter(fact =>
          fits(fact.period, { ...fact.period, year: fact.period.fiscalYear, isMoment }),
        )
        .filter(fact => citeFact(fact) !== undefined)
        .map(({ period }) => period)
      const distinct = new Map(found.map(period => [`${period.end} ${period.part}`, period]))
      return [...distinct.values()].sort((a, b) => (a.end < b.end ? -1 : 1))
    },
  }
}

/** How many days the period has, both ends counted. */
export function daysOf({ start, end }: FiscalPeriod): number | undefined {
  if (start === undefined) return undefined
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1
}

function fits(
  period: FiscalPeriod,
  { year, part, isMoment }: Pick<FactQuery, 'year' | 'part' | 'isMoment'>,
): boolean {
  if (period.fiscalYear !== year) return false
  const days = daysOf(period)
  if (isMoment) return days === undefined && MOMENTS[part].includes(period.part)
  const [least, most] = LENGTHS[part]
  return period.part === part && days !== undefined && days >= least && days <= most
}

/** Of several currencies the one that the company mostly reports the concept in. */
function mainUnit(fitting: readonly CitedFact[], all: readonly CompanyFact[]): string | undefined {
  const units = [...new Set(fitting.map(({ fact }) => fact.unit))]
  const count = (unit: string) => all.filter(fact => fact.unit === unit).length
  return units.sort((a, b) => count(b) - count(a))[0]
}

function newest(found: readonly CitedFact[]): Reported | undefined {
  // A filing that gives two values for one thing means two things by them, such as classes of shares.
  const plain = [...Map.groupBy(found, ({ fact }) => fact.url).values()].flatMap(ofOne => {
    const [first] = ofOne
    const rest = ofOne.filter(one => first && isOfSameTime(one, first))
    return first && rest.every(one => isSameValue(one, first)) ? [first] : []
  })
  const [best, ...others] = plain.sort((a, b) => (a.fact.filedOn < b.fact.filedOn ? 1 : -1))
  if (!best) return undefined
  const same = others.filter(one => isOfSameTime(one, best))
  return {
    ...best,
    differing: same.filter(one => !isSameValue(one, best)),
    agreeing: same.filter(one => isSameValue(one, best)),
  }
}

function isOfSameTime({ fact: a }: CitedFact, { fact: b }: CitedFact): boolean {
  return a.period.end === b.period.end && a.period.start === b.period.start
}

/** The same to the digits that both are written with. */
function isSameValue({ written: a }: CitedFact, { written: b }: CitedFact): boolean {
  const coarser = Math.max(a.scale * 10 ** -a.decimals, b.scale * 10 ** -b.decimals)
  const half = { over: BigInt(Math.round(coarser * 1e6)), under: 2_000_000n }
  const isExact = a.scale === b.scale && a.decimals === b.decimals
  return compare(magnitude(subtract(a.value, b.value)), isExact ? ZERO : half) <= 0
}

const ZERO = { over: 0n, under: 1n }
