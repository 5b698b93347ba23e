import data from '../../../data/topics.json' with { type: 'json' }
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { nameOfSeries, sayRates } from './describe-series.ts'
import { placeOf } from './place-in-world.ts'
import type { Reporting } from './reporting.ts'
import { capital, joinAnd, nameOf, sayAmountIn, sayValue } from './say-value.ts'
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
  const place = placeOf(subject, field, reporting)
  const own = place?.fact.number
  if (!place || own === undefined || own <= 0) return undefined
  const others = reporting.figures(field).filter(one => one.subject.id !== subject.id)
  const rankAt = (value: number) => 1 + others.filter(({ number = 0 }) => number > value).length
  const [low, high] = [rankAt(own * 0.9), rankAt(own * 1.1)]
  const at = others.findIndex(({ number = 0 }) => number <= own)
  const near = others.slice(Math.max(0, at - 1), at + 1)
  const { text, computed } = sayValue(place.fact)
  const shift = low === high ? `would leave it at ${low}` : `would make it ${low} or ${high}`
  return {
    text: `${capital(nameOf(subject))} ranks ${place.rank} of ${place.count} by ${field.name} (${text}); a value 10% lower or higher ${shift}.`,
    facts: [place.fact, ...near],
    computed: [low, high, place.rank, place.count, 10, ...computed],
  }
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
  const average = sayAmountIn(mean, unit)
  const years = rows.map(({ year = 0 }) => year)
  const values = [latest, low, high].map(fact => sayValue(fact))
  const [own, least, most] = values
  return {
    text: `${capital(field.name)} ranged from ${least?.text} to ${most?.text} between ${Math.min(...years)} and ${Math.max(...years)}, with a mean of ${average.text}; the latest value is ${own?.text} (${latest.year}).`,
    facts: rows,
    computed: [...values.flatMap(one => one.computed), ...average.computed],
  }
}

function sayDefinitions(
  { one, other, name }: { readonly one: string; readonly other: string; readonly name: string },
  { subject }: Profile,
  reporting: Reporting,
): FactStatement | undefined {
  const [first, second] = [one, other].map(id => {
    const field = reporting.topics.field(id)
    return field && placeOf(subject, field, reporting)
  })
  if (!first || !second) return undefined
  return {
    text: `The measure matters for ${name}: ${nameOf(subject)} ranks ${first.rank} of ${first.count} by ${first.field.name} and ${second.rank} of ${second.count} by ${second.field.name}.`,
    facts: [first.fact, second.fact],
    computed: [first, second].flatMap(({ rank, count }) => [rank, count]),
  }
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
  const span = `${years[0]} to ${years.at(-1)}`
  if (new Set(names).size === 1) {
    return {
      text: `${capital(names[0] ?? '')} led by ${field.name} in every year from ${span} for which all have a value.`,
      facts: cited,
    }
  }
  const changes = years.map((year, at) => `${names[at]} in ${year}`)
  return {
    text: `The year decides who leads by ${field.name}: ${joinAnd(changes)}.`,
    facts: cited,
  }
}

function leaderOf(facts: readonly Fact[]): Fact | undefined {
  return facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))[0]
}

/** The last year in which the order of two series changed. */
export function sayOvertaking(
  series: readonly (readonly Fact[])[],
  name: string,
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
  const text =
    at < 0
      ? `${capital(nameOf(leader.subject))} was ahead by ${name} in every year from ${first?.[0].year} to ${last[0].year}.`
      : `${capital(nameOf(leader.subject))} has been ahead by ${name} since ${since?.[0].year}; the year before, the order was the other way round.`
  const cited =
    at < 0 ? [...(first ?? []), ...last] : [...(pairs[at] ?? []), ...(since ?? []), ...last]
  const years = [since?.[0].year, first?.[0].year, last[0].year].map(Number)
  return { text, facts: [...new Set(cited)], computed: years }
}
