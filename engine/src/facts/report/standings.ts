import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { ordinal } from '../say-facts.ts'
import { byNumber } from '../select-facts.ts'
import { cellOf, factOf, fieldRows } from './describe-topic.ts'
import { nameOf, type Said, sayValue, state } from './say-value.ts'
import { type Field, isCurrent, medianOf, type Reporting, tableSection } from './topics.ts'

const LEAST_IN_WORLD = 20
const LEAST_RANKED = 3
const MOST_ALIKE = 5
const MOST_LEVEL = 3
const MOST_SAID = 4
const BORDERS = 'place.neighbours'
const INCOME = 'output.head'
const SIZE = 'output.gdp'
/** Up to 30% apart, as a logarithm. */
const SIMILAR = Math.log(1.3)
const SIZE_APART = Math.log(3)

/** The place of a subject in a ranking, the highest first. */
export interface Standing {
  readonly field: Field
  readonly fact: Fact
  readonly ranked: readonly Fact[]
  /** From 1, the highest first. */
  readonly rank: number
  /** From 1, the lowest first. */
  readonly low: number
  readonly count: number
  readonly median: Fact
}

/** Undefined if the subject has no value, or too few others have one. */
export function standingOf(
  { id }: Subject,
  field: Field,
  ranked: readonly Fact[],
  least = LEAST_RANKED,
): Standing | undefined {
  const fact = ranked.find(one => one.subject.id === id)
  const median = medianOf(ranked)
  if (!fact || !median || ranked.length < least) return undefined
  const rank = 1 + ranked.filter(({ number = 0 }) => number > (fact.number ?? 0)).length
  const low = 1 + ranked.filter(({ number = 0 }) => number < (fact.number ?? 0)).length
  return { field, fact, ranked, rank, low, count: ranked.length, median }
}

/** Ranks subjects among all countries by each field; one alone within its region too. */
export function placesInWorld(
  subjects: readonly Subject[],
  fields: readonly Field[],
  { figures, regions }: Reporting,
): FactSection | undefined {
  const [subject, ...others] = subjects
  const homes = regions()
  const home = subject && others.length === 0 ? homes.get(subject.id) : undefined
  const isMember = (fact: Fact) => homes.get(fact.subject.id)?.text === home?.text
  const places = fields.flatMap(field => {
    const all = figures(field)
    const world = subjects.map(one => standingOf(one, field, all, LEAST_IN_WORLD))
    const near = subject && home && standingOf(subject, field, all.filter(isMember))
    const first = world.find(Boolean)
    return first ? [{ field, world, near, first }] : []
  })
  const rows = places.map(({ field, world, near, first: { fact, median } }) => ({
    label: capital(field.name),
    cells: [
      ...(home ? [cellOf([fact])] : []),
      ...world.map(place => place && computedCell(sayRank(place), place.fact)),
      withName(median),
      ...(home
        ? [
            near && computedCell(sayRank(near), near.fact),
            near && withName(near.ranked[0] ?? near.fact),
          ]
        : []),
    ],
  }))
  const columns = home
    ? ['Value', 'Rank', 'Median country', `Rank in ${home.text}`, `Highest in ${home.text}`]
    : [...subjects.map(({ name }) => name), 'Median country']
  const said = home
    ? [
        ...sayStandings(
          places.flatMap(({ near }) => near ?? []),
          `among the countries of ${home.text}`,
          home,
        ),
      ]
    : []
  const where = home ? `in the world and in ${home.text}` : 'in the world'
  const heading = `Places of ${joinAnd(subjects.map(nameOf))} ${where}`
  return rows.length > 0 ? tableSection(heading, { columns, rows }, said) : undefined
}

/** By which of the fields a subject stands highest and lowest in the world. */
export function sayExtremes(
  subject: Subject,
  fields: readonly Field[],
  { figures }: Reporting,
): FactStatement | undefined {
  const places = fields.flatMap(
    field => standingOf(subject, field, figures(field), LEAST_IN_WORLD) ?? [],
  )
  // A place that many share tells little.
  const own = places.filter(({ rank, low, count }) => count - rank - low < MOST_LEVEL)
  const ordered = own.toSorted((one, other) => one.rank / one.count - other.rank / other.count)
  const [top, bottom] = [ordered[0], ordered.slice(1).at(-1)]
  if (!top || !bottom || top.rank > top.low || bottom.rank <= bottom.low) return undefined
  const named = (place: Standing) => say`${place.field.name} (${sayRank(place)})`
  return state(
    say`In the world, ${nameOf(subject)} ranks highest by ${named(top)} and lowest by ${named(bottom)}`,
    ...[top.fact, bottom.fact],
  )
}

/** Compares a country with its neighbours and with countries of similar size and income. */
export function comparePeers(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): (FactSection | undefined)[] {
  const others = fields.filter(({ id }) => id !== INCOME)
  const alike = 'countries of similar size and income'
  return [
    compareWith(
      [subject, ...neighboursOf(subject, reporting)],
      fields,
      reporting,
      'its neighbours',
    ),
    compareWith([subject, ...alikeOf(subject, reporting)], others, reporting, alike),
  ]
}

function neighboursOf(subject: Subject, { topics, profile, facts }: Reporting): Subject[] {
  const field = topics.field(BORDERS)
  const [row] = field ? profile(subject).rows(field) : []
  const names = (row?.text ?? '')
    .split(/;|(?<=km),/)
    .map(entry => entry.replace(/\([^()]*\)|[\d,.]+ km.*$/g, '').trim())
  const found = facts.findSubjects(names.filter(Boolean)).map(one => one.subject)
  return [...new Map(found.map(one => [one.id, one])).values()].filter(
    ({ kind, id }) => kind === 'country' && id !== subject.id,
  )
}

/** Countries with about the same GDP per capita and no other size of GDP, the most similar first. */
function alikeOf(subject: Subject, { topics, figures }: Reporting): Subject[] {
  const [head = [], size = []] = [INCOME, SIZE].map(id => {
    const field = topics.field(id)
    return field ? figures(field) : []
  })
  const apart = (facts: readonly Fact[], id: number) => {
    const [own, other] = [subject.id, id].map(
      one => facts.find(fact => fact.subject.id === one)?.number,
    )
    return own && other ? Math.abs(Math.log(own / other)) : Number.POSITIVE_INFINITY
  }
  return head
    .map(fact => fact.subject)
    .filter(
      ({ id }) => id !== subject.id && apart(head, id) < SIMILAR && apart(size, id) < SIZE_APART,
    )
    .toSorted((one, other) => apart(size, one.id) - apart(size, other.id))
    .slice(0, MOST_ALIKE)
}

/** The first of the subjects beside the others. */
function compareWith(
  subjects: readonly [Subject, ...Subject[]],
  fields: readonly Field[],
  { profile }: Reporting,
  named: string,
): FactSection | undefined {
  const [subject] = subjects
  const [own, ...others] = subjects.map(one => profile(one))
  const shared = fields.filter(
    field => own && factOf(field, own) && others.some(other => factOf(field, other)),
  )
  if (!own || shared.length === 0) return undefined
  const all = [own, ...others]
  const standings = shared.flatMap(field => {
    const facts = all.flatMap(one => factOf(field, one) ?? []).filter(isCurrent)
    const isAlike = ({ number, unit }: Fact) => number !== undefined && unit === facts[0]?.unit
    return standingOf(subject, field, byNumber(facts.filter(isAlike))) ?? []
  })
  return tableSection(
    `How ${nameOf(subject)} compares with ${named}`,
    { columns: all.map(one => one.subject.name), rows: fieldRows(shared, all) },
    sayStandings(standings, `among ${named}`),
  )
}

/** One sentence with the ranks by the first few fields, and who leads. */
function sayStandings(
  standings: readonly Standing[],
  among: string,
  ...more: readonly Fact[]
): FactStatement[] {
  const [sample] = standings
  if (!sample) return []
  const clauses = standings.slice(0, MOST_SAID).map(standing => {
    const { field, fact, ranked, rank } = standing
    const [first = fact] = ranked
    const leader =
      rank === 1 ? undefined : say`; highest is ${nameOf(first.subject)} with ${sayValue(first)}`
    return say`${sayRank(standing)} by ${field.name} (${sayValue(fact)}${leader})`
  })
  return [state(say`${among}, ${nameOf(sample.fact.subject)} is the ${list(clauses)}`, ...more)]
}

/** "Highest of 18", "22nd lowest of 179". */
export function sayRank({ rank, low, count }: Pick<Standing, 'rank' | 'low' | 'count'>): Said {
  const [place, end] = rank <= low ? [rank, 'highest'] : [low, 'lowest']
  const text = `${place === 1 ? '' : `${ordinal(place)} `}${end} of ${count}`
  return { text, numbers: [place, count], sources: [] }
}

export function computedCell(
  { text, numbers }: { readonly text: string; readonly numbers: readonly number[] },
  ...facts: readonly Fact[]
): FactStatement {
  return { text, facts, computed: numbers }
}

/** The value, and whose it is. */
export function withName(fact: Fact): FactStatement {
  const cell = cellOf([fact])
  return { ...cell, text: `${cell.text}, ${fact.subject.name}` }
}
