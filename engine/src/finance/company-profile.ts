import type { Company } from '../search/company-fact.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries } from './find-figure.ts'
import { allFigures } from './look-up.ts'
import { type Metric, metricOf, standInsFor } from './metrics.ts'
import { type Profile, profileFor } from './profiles.ts'

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
