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

type Row = Pick<Profile, 'named' | 'industries' | 'tests'> & Partial<Profile>

const rows = profiles as unknown as readonly Row[]
/** The last fits any company, and has what the others leave out. */
const PROFILES = rows.map(row => ({ ...rows.at(-1), ...row }) as Profile)

/** The measures that say which of several companies is in better shape. */
export const SHAPE = joinAnd([
  'growth of revenue',
  ...PROFILES.flatMap(({ tests }) => tests.flatMap(({ compared }) => compared ?? [])),
])

/** A company's measures and its figures of the newest year that has a result, and of those before. */
export interface CompanyYears extends Profile {
  readonly company: Company
  find(metric: Metric): Figure | undefined
  /** The figure, or the nearest one that stands for it. */
  choose(ids: readonly string[]): Figure | undefined
  /** The measures of all that it says about a company. */
  measures(): ReadonlySet<Metric>
  /** The figures of so many years up to the newest, oldest first. */
  series(metric: Metric, years: number): readonly Figure[]
}

/** Undefined for a company without the result of any year. */
export function profileOf(book: FactBook, company: Company): CompanyYears | undefined {
  const results = allFigures(book, company, metricOf('net-income'))
  const last = results.findLast(({ period }) => period.part === 'year')?.period.fiscalYear
  if (last === undefined) return undefined
  const slot = (year: number) => ({ kind: 'fiscal', part: 'year', year }) as const
  const find = (metric: Metric) => findFigure(book, { company, metric, slot: slot(last) })
  // Nobody but a bank has deposits.
  const industry = company.industry ?? (find(metricOf('deposits')) ? 'bank' : '')
  const own = PROFILES.find(({ industries }) => new RegExp(industries, 'i').test(industry))
  if (!own) return undefined
  const choose = (ids: readonly string[]) =>
    ids
      .map(metricOf)
      .flatMap(metric => [metric, ...standInsFor(metric)])
      .values()
      .map(find)
      .find(figure => figure !== undefined)
  const { opening, sections } = own
  return {
    ...{ ...own, company, find, choose },
    measures: () =>
      new Set(
        [...opening, ...Object.values(sections).flatMap(ids => ids.map(id => [id]))].flatMap(
          ids => choose(ids)?.metric ?? [],
        ),
      ),
    series: (metric, years) =>
      findSeries(book, {
        ...{ company, metric },
        slots: Array.from({ length: years }, (_, at) => slot(last - years + 1 + at)),
      }).filter(figure => figure !== undefined),
  }
}
