import data from '../../../data/topics.json' with { type: 'json' }
import { joinAnd, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { byNumber } from '../select-facts.ts'
import { nameOf, ownerOf, sayFigure, sayValue, state } from './say-value.ts'
import { standingOf } from './standings.ts'
import type { Field, Profile, Reporting, Topic } from './topics.ts'

const MOST_SAID = 4
/** In per cent. */
const LEAST_APART = 0.1

/** The values that two collections have of the same year, beside each other. */
export function crossCheck(
  topics: readonly Topic[],
  profiles: readonly Profile[],
  reporting: Reporting,
): FactSection | undefined {
  const scope = new Set(topics.map(({ id }) => id))
  const all = reporting.topics.all.flatMap(topic => topic.series ?? [])
  const fields = new Set(topics.flatMap(topic => topic.fields.map(({ id }) => id)))
  const meant = data.against.filter(
    one => one.topics.some(id => scope.has(id)) && fields.has(one.field),
  )
  const statements = profiles.flatMap(profile =>
    meant.flatMap(({ field: id, series, name }) => {
      const field = reporting.topics.field(id)
      const attribute = all.find(({ label }) => label === series)
      const rows = attribute ? profile.yearly(attribute) : []
      const pairs = (field ? profile.rows(field) : []).flatMap(fact => {
        const other = rows.find(({ year }) => year === fact.year)
        return fact.number && other?.number ? [{ fact, other }] : []
      })
      return pairs.slice(0, 1).map(({ fact, other }) => sayAgainst(fact, other, name))
    }),
  )
  return section('The World Factbook against the World Bank', statements)
}

function sayAgainst(fact: Fact, other: Fact, name: string): FactStatement {
  const gap = Number((Math.abs((fact.number ?? 0) / (other.number ?? 1) - 1) * 100).toFixed(1))
  const apart = gap < LEAST_APART ? say`they agree` : say`${gap}% apart`
  return state(
    say`${ownerOf(fact.subject)} ${name} in ${fact.year} is ${sayValue(fact)} in The World Factbook and ${sayFigure(other)} in the World Bank series: ${apart}`,
    other,
  )
}

/** Another value could change the rank of one subject, and another year the first of several. */
export function testConclusions(
  topics: readonly Topic[],
  profiles: readonly Profile[],
  reporting: Reporting,
): FactSection | undefined {
  const [only, ...others] = profiles
  const test = (field: Field) =>
    only && others.length === 0
      ? sayRankShift(field, only, reporting)
      : sayFirstByYear(field, profiles)
  const said = topics.flatMap(({ ranked }) => ranked).flatMap(field => test(field) ?? [])
  return section('Sensitivity of the conclusions', said.slice(0, MOST_SAID))
}

/** How far the rank would move if the value were a tenth lower or higher. */
function sayRankShift(field: Field, { subject }: Profile, { figures }: Reporting) {
  const standing = standingOf(subject, field, figures(field))
  const { number: own = 0 } = standing?.fact ?? {}
  if (!standing || own <= 0) return undefined
  const { fact, rank, count, ranked } = standing
  const others = ranked.filter(one => one !== fact)
  const rankAt = (value: number) => 1 + others.filter(({ number = 0 }) => number > value).length
  const [low, high] = [rankAt(own * 0.9), rankAt(own * 1.1)]
  const at = others.findIndex(({ number = 0 }) => number <= own)
  if (low === high) return undefined
  return state(
    say`By ${field.name} (${sayValue(fact)}), ${nameOf(subject)} is number ${rank} of ${count}; with ${10}% less it would be number ${low}, with ${10}% more number ${high}`,
    ...others.slice(Math.max(0, at - 1), at + 1),
  )
}

/** Says that one subject was first in every year that all have. */
function sayFirstByYear(field: Field, profiles: readonly Profile[]): FactStatement | undefined {
  const rows = profiles.map(profile =>
    profile.rows(field).filter(({ number }) => number !== undefined),
  )
  const byYear = Map.groupBy(rows.flat(), ({ year }) => year)
  const years = [...byYear]
    .filter(([year, own]) => year !== undefined && own.length === rows.length)
    .toSorted(([one = 0], [other = 0]) => one - other)
  if (years.length < 2) return undefined
  const first = Map.groupBy(years, ([, own]) => {
    const [highest] = byNumber(own)
    return highest ? nameOf(highest.subject) : ''
  })
  const [name] = first.keys()
  const changes = [...first].map(
    ([one, own]) => `${one} in ${joinAnd(own.map(([year]) => String(year)))}`,
  )
  return state(
    first.size === 1
      ? say`${name} was highest by ${field.name} in every year from ${years[0]?.[0]} to ${years.at(-1)?.[0]} for which all have a value`
      : say`The year decides who is highest by ${field.name}: ${changes.join('; ')}`,
    ...years.flatMap(([, own]) => own),
  )
}

function section(heading: string, statements: readonly FactStatement[]): FactSection | undefined {
  return statements.length > 0 ? { heading, statements } : undefined
}
