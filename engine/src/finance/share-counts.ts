import { divide } from '../tables/rational.ts'
import { toNumber } from './decimal.ts'
import type { FactBook, Part } from './fact-book.ts'
import type { Figure, ShareCount } from './figure.ts'
import { metricOf } from './metrics.ts'

/** Fiscal years between which the number of shares changed as by a split. */
interface Jump {
  readonly from: number
  readonly to: number
}

/** Buybacks and new shares change the number by less than that within a year. */
const MOST_GROWTH = 1.5
const LEAST_GROWTH = 0.67
const PLACES: readonly Part[] = ['Q1', 'half', 'Q2', 'nine-months', 'Q3', 'Q4', 'year']

/** The concepts that tell of splits. */
export const AVERAGE_SHARES = ['diluted-shares', 'basic-shares'].flatMap(
  id => metricOf(id).concepts,
)

const known = new WeakMap<FactBook, Map<string, readonly ShareCount[]>>()

/** Adds the numbers of shares to a figure that depends on them. */
export function withShareCounts(book: FactBook, figure: Figure): Figure {
  if (!figure.unit.endsWith('shares')) return figure
  const own = figure.unit === 'shares' ? figure.facts.map(({ fact }) => fact.concept) : []
  const isMoment = figure.metric.kind === 'balance' && own.length > 0
  const shareCounts = [...own, ...(isMoment ? [] : AVERAGE_SHARES)]
    .values()
    .map(concept => countsOf(book, figure, { concept, isMoment }))
    .find(({ length }) => length > 1)
  return shareCounts ? { ...figure, shareCounts } : figure
}

function countsOf(
  book: FactBook,
  { company }: Figure,
  { concept, isMoment }: { readonly concept: string; readonly isMoment: boolean },
): readonly ShareCount[] {
  const kept = known.get(book) ?? new Map<string, readonly ShareCount[]>()
  known.set(book, kept)
  const key = `${company.cik} ${concept}`
  const counts =
    kept.get(key) ??
    book.periods({ company, concepts: [concept], isMoment }).flatMap(({ fiscalYear, part }) => {
      const found = book.find({ company, concept, isMoment, year: fiscalYear, part })
      return found?.fact.unit === 'shares' ? [{ fiscalYear, part, count: found.value }] : []
    })
  kept.set(key, counts)
  return counts
}

/** The jumps between the earliest and the latest of a company's figures. */
export function findJumps(figures: readonly Figure[]): readonly Jump[] {
  const counts = figures.find(({ shareCounts }) => shareCounts)?.shareCounts ?? []
  const places = figures.map(({ period }) => placeOf(period))
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const ofPart = (isYear: boolean) =>
    counts
      .filter(({ part }) => (isYear ? part === 'year' : /^Q/.test(part)))
      .filter(one => placeOf(one) >= first && placeOf(one) <= last)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
  const isYearly = figures.every(({ period }) => period.part === 'year')
  const quarterly = isYearly ? [] : ofPart(false)
  const inSpan = quarterly.length > 1 ? quarterly : ofPart(true)
  return inSpan.flatMap((after, at) => {
    const before = inSpan[at - 1]
    const quotient = before && divide(after.count, before.count)
    const growth = quotient ? toNumber(quotient) : 1
    const isJump = growth >= MOST_GROWTH || growth <= LEAST_GROWTH
    return before && isJump ? [{ from: before.fiscalYear, to: after.fiscalYear }] : []
  })
}

/** "; not comparable: …", or nothing. */
export function sayJumps(jumps: readonly Jump[]): string {
  if (jumps.length === 0) return ''
  const when = jumps.map(({ from, to }) =>
    from === to ? `within fiscal ${from}` : `between fiscal ${from} and ${to}`,
  )
  return `; not comparable: the number of shares changed by a split or a similar event ${when.join(' and ')}`
}

function placeOf({ fiscalYear, part }: Pick<ShareCount, 'fiscalYear' | 'part'>): number {
  return fiscalYear * PLACES.length + PLACES.indexOf(part)
}
