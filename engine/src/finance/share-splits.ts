import type { CompanyFact } from '../search/company-fact.ts'
import { divide, type Rational, rational } from '../tables/rational.ts'
import { times, toNumber } from './decimal.ts'
import { metricOf } from './metrics.ts'

/** A fact with its exact value. */
export interface Valued {
  readonly fact: CompanyFact
  /** Of shares and per share, counted in the shares of today. */
  readonly value: Rational
  /** The factor of the splits since the filing, if there were any. */
  readonly split?: number
  /** Counts the unexplained jumps in the number of shares before it: values of two eras do not compare. */
  readonly era?: number
}

/** A split, as restated numbers of shares show it: filings from that day on count the new shares. */
interface Split {
  readonly on: string
  readonly factor: number
}

/** Buybacks and new shares change the number by less than that within a year. */
const MOST_GROWTH = 1.5
const LEAST_GROWTH = 0.67
/** A larger change is a slip in a filing, such as millions for units. */
const MOST_FACTOR = 60
/** Numbers of shares are rounded. */
const SLACK = 0.03
const DAY_MS = 86_400_000
/** An annual report repeats two earlier years; nothing restates a value after that. */
const REPEATED_DAYS = 2 * 365 + 90

/** The concepts that show splits. */
export const AVERAGE_SHARES = ['diluted-shares', 'basic-shares'].flatMap(
  id => metricOf(id).concepts,
)

/** Gives values of shares and per share of one company as of today's shares. */
export function createSplitAdjuster(facts: readonly CompanyFact[]): (fact: CompanyFact) => Valued {
  const counts = facts.filter(({ concept }) => AVERAGE_SHARES.includes(concept))
  const splits = findSplits(counts)
  const adjust = (fact: CompanyFact): Valued => {
    const value = rational(String(fact.value))
    if (!fact.unit.endsWith('shares')) return { fact, value }
    const factor = splits
      .filter(({ on }) => on > basisOf(fact))
      .reduce((product, split) => product * split.factor, 1)
    if (factor === 1) return { fact, value }
    const by = rational(String(factor))
    const adjusted = fact.unit === 'shares' ? times(value, factor) : (divide(value, by) ?? value)
    return { fact, value: adjusted, split: factor }
  }
  const breaks = findBreaks(counts.map(adjust))
  return fact => {
    const era = breaks.filter(end => fact.period.end >= end).length
    return fact.unit.endsWith('shares') ? { ...adjust(fact), era } : adjust(fact)
  }
}

/** The day up to which splits are in the value. */
function basisOf({ form, filedOn, period }: CompanyFact): string {
  const last = new Date(Date.parse(period.end) + REPEATED_DAYS * DAY_MS).toISOString().slice(0, 10)
  return form === 'standardised' && last < filedOn ? last : filedOn
}

function findSplits(counts: readonly CompanyFact[]): Split[] {
  const same = Map.groupBy(counts, ({ concept, period }) =>
    [concept, period.start, period.end].join(),
  )
  const found = [...same.values()].flatMap(own =>
    own
      .toSorted((a, b) => a.filedOn.localeCompare(b.filedOn))
      .flatMap((fact, at, all): Split[] => {
        const before = all[at - 1]
        const factor = before && factorOf(fact.value / before.value)
        return factor && fact.form !== 'standardised' ? [{ on: fact.filedOn, factor }] : []
      }),
  )
  const earliest: Split[] = []
  for (const split of found.toSorted((a, b) => a.on.localeCompare(b.on))) {
    const last = earliest.findLast(({ factor }) => factor === split.factor)
    const isLater =
      !last || Date.parse(split.on) - Date.parse(last.on) > (REPEATED_DAYS + 365) * DAY_MS
    if (isLater) earliest.push(split)
  }
  return earliest
}

/** 10 for a ten-for-one split, 0.1 for a reverse one; undefined for any other change. */
function factorOf(ratio: number): number | undefined {
  if (ratio > LEAST_GROWTH && ratio < MOST_GROWTH * (1 - SLACK)) return undefined
  const isReverse = ratio < 1
  const size = isReverse ? 1 / ratio : ratio
  const whole = size < 2 ? MOST_GROWTH : Math.round(size)
  if (whole > MOST_FACTOR || Math.abs(size / whole - 1) > SLACK) return undefined
  return isReverse ? 1 / whole : whole
}

/** The ends of years in which the number of shares jumped and no filing says by what split. */
function findBreaks(counts: readonly Valued[]): string[] {
  const [concept] = AVERAGE_SHARES.filter(one => counts.some(({ fact }) => fact.concept === one))
  const years = counts.filter(
    ({ fact }) => fact.concept === concept && fact.period.part === 'year' && fact.value > 0,
  )
  const newest = new Map(
    years
      .toSorted((a, b) => a.fact.filedOn.localeCompare(b.fact.filedOn))
      .map(({ fact, value }) => [fact.period.end, toNumber(value)]),
  )
  return [...newest]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([end, count], at, all) => {
      const growth = count / (all[at - 1]?.[1] ?? count)
      const isSlip = growth > MOST_FACTOR || growth < 1 / MOST_FACTOR
      return !isSlip && (growth >= MOST_GROWTH || growth <= LEAST_GROWTH) ? [end] : []
    })
}
