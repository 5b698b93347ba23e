import { joinAnd, say } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { nameOfSeries, sayRates } from './describe-series.ts'
import { byNumber, type Reporting } from './reporting.ts'
import { nameOf, sayValue, state } from './say-value.ts'
import { standingInWorld } from './standings.ts'
import type { Field, Profile, Topic } from './topics.ts'

const LEAST_YEARS = 3
const MOST_SAID = 6

/** Says what would change the conclusion for one subject: another start, or a value a little off. */
export function testConclusion(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting,
): FactStatement[] {
  const rates = topics.flatMap(
    ({ series }) => (series && sayRates(profile.yearly(series), nameOfSeries(series))) ?? [],
  )
  const ranks = topics
    .flatMap(({ ranked }) => ranked)
    .flatMap(field => sayRankShift(field, profile, reporting) ?? [])
  return [...rates, ...ranks.slice(0, MOST_SAID)]
}

/** How far the rank would move if the value were a tenth lower or higher. */
function sayRankShift(field: Field, { subject }: Profile, reporting: Reporting) {
  const { fact, rank, count, ranked = [] } = standingInWorld(subject, field, reporting) ?? {}
  const own = fact?.number
  if (!fact || own === undefined || own <= 0) return undefined
  const others = ranked.filter(one => one !== fact)
  const rankAt = (value: number) => 1 + others.filter(({ number = 0 }) => number > value).length
  const [low, high] = [rankAt(own * 0.9), rankAt(own * 1.1)]
  const at = others.findIndex(({ number = 0 }) => number <= own)
  const shift = low === high ? say`would leave it at ${low}` : say`would make it ${low} or ${high}`
  return state(
    say`${nameOf(subject)} ranks ${rank} of ${count} by ${field.name} (${sayValue(fact)}); a value ${10}% lower or higher ${shift}`,
    ...others.slice(Math.max(0, at - 1), at + 1),
  )
}

/** Says for several subjects whether the order by each field held in every year at hand. */
export function testOrder(topics: readonly Topic[], profiles: readonly Profile[]): FactStatement[] {
  const overtaken = topics.flatMap(({ series }) => {
    const rows = series && profiles.map(one => one.yearly(series))
    return (rows && sayOvertaking(rows, nameOfSeries(series))) ?? []
  })
  const fields = topics.flatMap(({ ranked }) => ranked)
  const orders = fields.flatMap(field => sayOrder(field, profiles) ?? [])
  return [...overtaken, ...orders.slice(0, MOST_SAID)]
}

function sayOrder(field: Field, profiles: readonly Profile[]): FactStatement | undefined {
  const rows = profiles.map(profile =>
    profile.rows(field).filter(({ number }) => number !== undefined),
  )
  const inYear = (year: number | undefined) =>
    rows.flatMap(own => own.find(one => one.year === year) ?? [])
  const years = (rows[0] ?? [])
    .flatMap(({ year }) => year ?? [])
    .filter(year => inYear(year).length === rows.length)
    .toSorted((one, other) => one - other)
  if (years.length < 2) return undefined
  const names = years.map(year =>
    byNumber(inYear(year))
      .slice(0, 1)
      .map(one => nameOf(one.subject))
      .join(),
  )
  const changes = years.map((year, at) => `${names[at]} in ${year}`)
  return state(
    new Set(names).size === 1
      ? say`${names[0]} led by ${field.name} in every year from ${years[0]} to ${years.at(-1)} for which all have a value`
      : say`The year decides who leads by ${field.name}: ${joinAnd(changes)}`,
    ...years.flatMap(inYear),
  )
}

/** The last year in which the order of two series changed. */
export function sayOvertaking(
  [one, other, ...more]: readonly (readonly Fact[])[],
  measure: string,
): FactStatement | undefined {
  if (!one || !other || more.length > 0) return undefined
  const pairs = one.flatMap(a => {
    const b = other.find(({ year }) => year === a.year)
    return b ? [[a, b] as const] : []
  })
  const [first, last] = [pairs[0], pairs.at(-1)]
  if (!first || !last || pairs.length < LEAST_YEARS) return undefined
  const isAhead = ([a, b]: readonly [Fact, Fact]) => (a.number ?? 0) > (b.number ?? 0)
  const name = nameOf((isAhead(last) ? last[0] : last[1]).subject)
  const at = pairs.findLastIndex(pair => isAhead(pair) !== isAhead(last))
  const since = pairs[at + 1]
  return at < 0
    ? state(
        say`${name} was ahead by ${measure} in every year from ${first[0].year} to ${last[0].year}`,
        ...[...first, ...last],
      )
    : state(
        say`${name} has been ahead by ${measure} since ${since?.[0].year}; the year before, the order was the other way round`,
        ...[...(pairs[at] ?? []), ...(since ?? []), ...last],
      )
}
