import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { ordinal } from '../say-facts.ts'
import { byNumber, canSum, sumOf } from '../select-facts.ts'
import { cellOf, factOf, fieldRows } from './describe-topic.ts'
import { nameOf, ownerOf, percent, type Said, sayValue, state } from './say-value.ts'
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

export function standingInWorld(subject: Subject, field: Field, { figures }: Reporting) {
  return standingOf(subject, field, figures(field), LEAST_IN_WORLD)
}

/** In per cent of the sum of all countries, for values that add up. */
function shareOf({ fact, ranked }: Standing): number | undefined {
  if (!canSum(fact) || ranked.some(({ number = 0 }) => number < 0)) return undefined
  return percent((fact.number ?? 0) / sumOf(ranked))
}

/** Ranks a subject among all countries by each field, with the median and its share of the whole. */
export function placeInWorld(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): FactSection | undefined {
  const places = fields.flatMap(field => standingInWorld(subject, field, reporting) ?? [])
  if (places.length === 0) return undefined
  const shown = places.some(place => shareOf(place) !== undefined) ? 4 : 3
  const rows = places.map(place => {
    const share = shareOf(place)
    const own = share === undefined ? undefined : computedCell(say`${share}%`, place.fact)
    const cells = [cellOf([place.fact]), rankCell(place), withName(place.median), own]
    return { label: capital(place.field.name), cells: cells.slice(0, shown) }
  })
  const columns = ['Value', 'Rank', 'Median country', 'Share of all countries'].slice(0, shown)
  const heading = `${capital(ownerOf(subject))} place in the world`
  return tableSection(heading, { columns, rows }, sayPlaces(subject, places))
}

/** The ranks of several subjects side by side; the tables of the topics have the values. */
export function placesInWorld(
  subjects: readonly Subject[],
  fields: readonly Field[],
  reporting: Reporting,
): FactSection | undefined {
  const rows = fields.flatMap(field => {
    const places = subjects.map(subject => standingInWorld(subject, field, reporting))
    const median = places.find(Boolean)?.median
    const cells = places.map(place => place && rankCell(place))
    return median ? [{ label: capital(field.name), cells: [...cells, withName(median)] }] : []
  })
  const columns = [...subjects.map(({ name }) => name), 'Median country']
  const heading = `Places of ${joinAnd(subjects.map(nameOf))} in the world`
  return rows.length > 0 ? tableSection(heading, { columns, rows }) : undefined
}

/** By which of the fields a subject stands highest and lowest in the world. */
export function sayExtremes(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): FactStatement | undefined {
  const places = fields.flatMap(field => standingInWorld(subject, field, reporting) ?? [])
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

/** The first field in words; the table has the others. */
function sayPlaces(subject: Subject, places: readonly Standing[]): FactStatement[] {
  const [main] = places
  if (!main) return []
  const name = nameOf(subject)
  const { field, fact, median, count } = main
  const year = fact.year === undefined ? '' : ` (${fact.year})`
  const share = shareOf(main)
  const said = [
    say`By ${field.name}, ${name} is the ${sayRank(main)} with ${sayValue(fact)}${year}; the median country, ${nameOf(median.subject)}, has ${sayValue(median)}`,
    share && say`${name} makes up ${share}% of the ${field.name} of all ${count} together`,
  ]
  return said.flatMap(one => (one ? [state(one, fact)] : []))
}

/** Compares a country with its neighbours, its region and countries of similar income. */
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
    compareInRegion(subject, fields, reporting),
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

/** The rank and the median within the region. */
function compareInRegion(
  subject: Subject,
  fields: readonly Field[],
  { regions, figures }: Reporting,
): FactSection | undefined {
  const homes = regions()
  const home = homes.get(subject.id)
  const isMember = ({ subject: { id } }: Fact) => homes.get(id)?.text === home?.text
  const standings = fields.flatMap(
    field => standingOf(subject, field, figures(field).filter(isMember)) ?? [],
  )
  if (!home?.text || standings.length === 0) return undefined
  const rows = standings.map(standing => {
    const { field, fact, ranked, median } = standing
    const [first = fact] = ranked
    const cells = [cellOf([fact]), rankCell(standing), withName(first), withName(median)]
    return { label: capital(field.name), cells }
  })
  return tableSection(
    `How ${nameOf(subject)} compares with ${home.text}`,
    { columns: [subject.name, 'Rank in the region', 'Highest', 'Median'], rows },
    sayStandings(standings, `among the countries of ${home.text}`, home),
  )
}

function rankCell(standing: Standing): FactStatement {
  return computedCell(sayRank(standing), standing.fact)
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
