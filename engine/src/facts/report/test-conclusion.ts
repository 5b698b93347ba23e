import data from '../../../data/topics.json' with { type: 'json' }
import { joinAnd, say } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { nameOfSeries, sayRates } from './describe-series.ts'
import type { Reporting } from './reporting.ts'
import { nameOf, sayAmountIn, sayValue, state } from './say-value.ts'
import { type Standing, standingInWorld } from './standings.ts'
import type { Field, Profile, Topic } from './topics.ts'

const LEAST_YEARS = 3
const MOST_SAID = 6

/** Says what would change the conclusion for one subject: another year, start or definition. */
export function testConclusion(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting,
): FactStatement[] {
  const scope = new Set(topics.map(({ id }) => id))
  const ranges = topics.flatMap(({ ranked }) =>
    ranked.flatMap(field => sayRange(field, profile) ?? []),
  )
  const rates = topics.flatMap(({ series }) => {
    const said = series && sayRates(profile.yearly(series), nameOfSeries(series))
    return said ? [said] : []
  })
  const definitions = data.definitions
    .filter(one => one.topics.some(id => scope.has(id)))
    .flatMap(one => sayDefinitions(one, profile, reporting) ?? [])
  const ranks = topics
    .flatMap(({ ranked }) => ranked)
    .flatMap(field => sayRankShift(field, profile, reporting) ?? [])
  return [...definitions, ...rates, ...ranks.slice(0, MOST_SAID), ...ranges.slice(0, MOST_SAID)]
}

/** How far the rank would move if the value were a tenth lower or higher. */
function sayRankShift(
  field: Field,
  { subject }: Profile,
  reporting: Reporting,
): FactStatement | undefined {
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

/** The latest value against the range and the mean of all years at hand. */
function sayRange(field: Field, profile: Profile): FactStatement | undefined {
  const rows = profile.rows(field).filter(({ number }) => number !== undefined)
  const [latest] = rows
  const byNumber = rows.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))
  const [low] = byNumber
  const high = byNumber.at(-1)
  if (!latest || !low || !high || rows.length < LEAST_YEARS || low.number === high.number)
    return undefined
  const mean = rows.reduce((sum, { number = 0 }) => sum + number, 0) / rows.length
  const unit = latest.unit === 'USD' ? 'USD' : (latest.unit ?? '').startsWith('%') ? '%' : ''
  const years = rows.map(({ year = 0 }) => year)
  const said = say`${field.name} ranged from ${sayValue(low)} to ${sayValue(high)} between ${Math.min(...years)} and ${Math.max(...years)}, with a mean of ${sayAmountIn(mean, unit)}; the latest value is ${sayValue(latest)} (${latest.year})`
  return state({ ...said, sources: rows })
}

function sayDefinitions(
  { one, other, name }: { readonly one: string; readonly other: string; readonly name: string },
  { subject }: Profile,
  reporting: Reporting,
): FactStatement | undefined {
  const [first, second] = [one, other].map(id => {
    const field = reporting.topics.field(id)
    return field && standingInWorld(subject, field, reporting)
  })
  if (!first || !second) return undefined
  const place = ({ rank, count, field }: Standing) => say`${rank} of ${count} by ${field.name}`
  return state(
    say`The measure matters for ${name}: ${nameOf(subject)} ranks ${place(first)} and ${place(second)}`,
    ...[first.fact, second.fact],
  )
}

/** Says for several subjects whether the order by each field held in every year at hand. */
export function testOrder(topics: readonly Topic[], profiles: readonly Profile[]): FactStatement[] {
  const fields = topics.flatMap(({ ranked }) => ranked)
  return [
    ...topics.flatMap(({ series }) =>
      series
        ? (sayOvertaking(
            profiles.map(one => one.yearly(series)),
            nameOfSeries(series),
          ) ?? [])
        : [],
    ),
    ...fields.flatMap(field => sayOrder(field, profiles) ?? []).slice(0, MOST_SAID),
  ]
}

function sayOrder(field: Field, profiles: readonly Profile[]): FactStatement | undefined {
  const rows = profiles.map(profile =>
    profile.rows(field).filter(({ number, year }) => number !== undefined && year !== undefined),
  )
  const years = (rows[0] ?? [])
    .map(({ year }) => year)
    .filter(year => rows.every(own => own.some(one => one.year === year)))
    .toSorted((one = 0, other = 0) => one - other)
  if (years.length < 2) return undefined
  const leaders = years.map(year =>
    leaderOf(rows.flatMap(own => own.find(one => one.year === year) ?? [])),
  )
  const names = leaders.map(one => (one ? nameOf(one.subject) : ''))
  const cited = years.flatMap(year => rows.flatMap(own => own.find(one => one.year === year) ?? []))
  const changes = years.map((year, at) => `${names[at]} in ${year}`)
  return state(
    new Set(names).size === 1
      ? say`${names[0]} led by ${field.name} in every year from ${years[0]} to ${years.at(-1)} for which all have a value`
      : say`The year decides who leads by ${field.name}: ${joinAnd(changes)}`,
    ...cited,
  )
}

function leaderOf(facts: readonly Fact[]): Fact | undefined {
  return facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))[0]
}

/** The last year in which the order of two series changed. */
export function sayOvertaking(
  series: readonly (readonly Fact[])[],
  measure: string,
): FactStatement | undefined {
  const [one, other] = series
  if (!one || !other || series.length !== 2) return undefined
  const pairs = one.flatMap(a => {
    const b = other.find(({ year }) => year === a.year)
    return b ? [[a, b] as const] : []
  })
  const last = pairs.at(-1)
  if (!last || pairs.length < LEAST_YEARS) return undefined
  const isAhead = ([a, b]: readonly [Fact, Fact]) => (a.number ?? 0) > (b.number ?? 0)
  const leader = isAhead(last) ? last[0] : last[1]
  const at = pairs.findLastIndex(pair => isAhead(pair) !== isAhead(last))
  const since = pairs[at + 1]
  const [first] = pairs
  const name = nameOf(leader.subject)
  return at < 0
    ? state(
        say`${name} was ahead by ${measure} in every year from ${first?.[0].year} to ${last[0].year}`,
        ...[...(first ?? []), ...last],
      )
    : state(
        say`${name} has been ahead by ${measure} since ${since?.[0].year}; the year before, the order was the other way round`,
        ...[...(pairs[at] ?? []), ...(since ?? []), ...last],
      )
}
