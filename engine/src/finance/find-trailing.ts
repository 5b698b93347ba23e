import { add, subtract } from '../tables/rational.ts'
import { derivedAmount, type Figure, quotedFigure } from './figure.ts'
import { dayAfter, type FactSource, findParts, nameStretch } from './find-parts.ts'

/**
 * The twelve months up to the latest report: the last whole year, with what came of the next one and
 * without what had come of it at the same point. A balance or a rate is the latest there is of a year.
 */
export function findTrailing(source: FactSource): Figure | undefined {
  const { book, company, concept, metric } = source
  const isMoment = metric.kind === 'balance'
  const find = (year: number, part: Parameters<typeof findParts>[1]['part']) => {
    const reported = book.find({ company, concept, year, part, isMoment })
    if (reported) return quotedFigure(metric, reported)
    return metric.kind === 'flow' ? findParts(source, { year, part }) : undefined
  }
  const periods = book.periods({ company, concepts: [concept], isMoment })
  const latest = periods.at(-1)
  if (isMoment) return latest && find(latest.fiscalYear, latest.part)
  const year = periods.findLast(({ part }) => part === 'year')?.fiscalYear
  const whole = year === undefined ? undefined : find(year, 'year')
  if (!latest || year === undefined || !whole) return undefined
  if (latest.end <= whole.period.end) return { ...whole, isTrailing: true }
  if (metric.kind !== 'flow') return undefined
  for (const part of ['nine-months', 'half', 'Q1'] as const) {
    const now = find(year + 1, part)
    const before = find(year, part)
    if (now?.period.end !== latest.end) continue
    if (!before || !isNext(whole, now) || before.period.start !== whole.period.start)
      return undefined
    if (now.unit !== whole.unit || before.unit !== whole.unit) return undefined
    return derivedAmount([whole, now, before], {
      metric,
      period: {
        start: dayAfter(before.period.end),
        end: now.period.end,
        fiscalYear: year + 1,
        part: 'year',
      },
      value: subtract(add(whole.value, now.value), before.value),
      derivation: `${nameStretch(whole)} + ${nameStretch(now)} − ${nameStretch(before)}`,
      isTrailing: true,
    })
  }
  return undefined
}

function isNext(one: Figure, other: Figure): boolean {
  return other.period.start === dayAfter(one.period.end)
}
