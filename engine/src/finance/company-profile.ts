import type { Company } from '../search/company-fact.ts'
import { joinAnd } from '../text/say.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries } from './find-figure.ts'
import { allFigures } from './look-up.ts'
import { type Metric, metricOf, standInsFor } from './metrics.ts'
import profiles from './profiles.json' with { type: 'json' }

/** A mark that a figure should reach or stay at; another one takes its place where no filing has the figure. */
export interface Test {
  readonly metric: string
  readonly above?: number
  readonly least?: number
  readonly most?: number
  readonly otherwise?: Test
  /** The name of the measure by which companies are compared instead. */
  readonly compared?: string
}

/** The measures that tell most about companies of some industries, by id. */
interface Profile {
  /** What the tests are for, unless they are for any company. */
  readonly named: string
  /** A regular expression for the industries. */
  readonly industries: string
  /** Each with others that may take its place. */
  readonly opening: readonly (readonly string[])[]
  readonly sections: Readonly<Record<string, readonly string[]>>
  readonly tests: readonly Test[]
}

const rows = profiles as unknown as readonly Profile[]
/** The last fits any company, and has what the others leave out. */
const PROFILES = rows.map((row): Profile => ({ ...rows.at(-1), ...row }))
const MOST_COMPARED = 4

/** The measures that say which of several companies is in better shape. */
export const SHAPE = joinAnd([
  'growth of revenue',
  ...PROFILES.flatMap(({ tests }) => tests.flatMap(({ compared }) => compared ?? [])),
])

const profileFor = (industry = '') =>
  PROFILES.find(({ industries }) => new RegExp(industries, 'i').test(industry))

/** The measures to compare companies by: those of their industries, if these have the same. */
export function comparedBy(companies: readonly Company[]): Metric[] {
  const [own, ...others] = new Set(companies.map(({ industry }) => profileFor(industry)))
  const { opening = [] } = (others.length === 0 ? own : undefined) ?? profileFor() ?? {}
  return opening.slice(0, MOST_COMPARED).flatMap(([id]) => (id ? metricOf(id) : []))
}

/** A company's measures, and its figures of the newest year that has a result. */
export interface CompanyYears extends Profile {
  find(metric: Metric): Figure | undefined
  /** The figure, or the nearest one that stands for it. */
  choose(ids: readonly string[]): Figure | undefined
  /** The figures of so many years up to the newest, oldest first. */
  series(metric: Metric, years: number): readonly Figure[]
  /** The figure of the latest twelve months, or the latest balance, if that is newer than the year. */
  later(metric: Metric): Figure | undefined
  /** The measures of all that it says about a company. */
  measures(): ReadonlySet<Metric>
}

/** Undefined for a company without the result of any year. */
export function profileOf(book: FactBook, company: Company): CompanyYears | undefined {
  const results = allFigures(book, company, metricOf('net-income'))
  const last = results.findLast(({ period }) => period.part === 'year')?.period.fiscalYear
  if (last === undefined) return undefined
  const slot = (year: number) => ({ kind: 'fiscal', part: 'year', year }) as const
  const find = (metric: Metric) => findFigure(book, { company, metric, slot: slot(last) })
  const choose = (ids: readonly string[]) =>
    ids
      .map(metricOf)
      .flatMap(metric => [metric, ...standInsFor(metric)])
      .values()
      .map(find)
      .find(figure => figure !== undefined)
  // Nobody but a bank has deposits.
  const own = profileFor(company.industry ?? (choose(['deposits']) && 'bank'))
  if (!own) return undefined
  const chosen = [
    ...own.opening,
    ...Object.values(own.sections).flatMap(ids => ids.map(id => [id])),
  ]
  return {
    ...{ ...own, find, choose },
    series: (metric, years) => {
      const slots = Array.from({ length: years }, (_, at) => slot(last - years + 1 + at))
      return findSeries(book, { company, metric, slots }).filter(figure => figure !== undefined)
    },
    later: metric => {
      const newest =
        metric.kind === 'balance'
          ? allFigures(book, company, metric).at(-1)
          : findFigure(book, { company, metric, slot: { kind: 'trailing' } })
      const year = find(metric)
      return newest && year && newest.period.end > year.period.end ? newest : undefined
    },
    measures: () => new Set(chosen.flatMap(ids => choose(ids)?.metric ?? [])),
  }
}
