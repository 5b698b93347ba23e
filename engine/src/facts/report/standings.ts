import { capital, list, say } from '../../text/say.ts'
import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { canSum } from '../select-facts.ts'
import { cellOf, factOf, fieldRows } from './describe-topic.ts'
import { medianOf, type Reporting } from './reporting.ts'
import { nameOf, ownerOf, sayValue, state } from './say-value.ts'
import type { Field } from './topics.ts'

const LEAST_IN_WORLD = 20
const LEAST_RANKED = 3
const MOST_NEIGHBOURS = 8
const MOST_ALIKE = 5
const MOST_SAID = 4
const BORDERS = 'place.neighbours'
const INCOME = 'output.head'
const SIZE = 'output.gdp'
/** Up to 30% apart, as a logarithm. */
const SIMILAR = Math.log(1.3)

/** The place of a subject in a ranking, the highest first. */
export interface Standing {
  readonly field: Field
  readonly fact: Fact
  readonly ranked: readonly Fact[]
  /** From 1. */
  readonly rank: number
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
  return { field, fact, ranked, rank, count: ranked.length, median }
}

export function standingInWorld(
  subject: Subject,
  field: Field,
  { figures }: Reporting,
): Standing | undefined {
  return standingOf(subject, field, figures(field), LEAST_IN_WORLD)
}

/** In per cent of the sum of all countries, for values that add up. */
function shareOf({ fact, ranked }: Standing): number | undefined {
  if (!canSum(fact) || ranked.some(({ number = 0 }) => number < 0)) return undefined
  const sum = ranked.reduce((all, { number = 0 }) => all + number, 0)
  return Number((((fact.number ?? 0) / sum) * 100).toPrecision(2))
}

/** Ranks a subject among all countries by each field, with the median and its share of the whole. */
export function placeInWorld(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): FactSection | undefined {
  const places = fields.flatMap(field => standingInWorld(subject, field, reporting) ?? [])
  if (places.length === 0) return undefined
  const hasShare = places.some(place => shareOf(place) !== undefined)
  return {
    heading: `${capital(ownerOf(subject))} place in the world`,
    statements: sayPlaces(subject, places),
    isProse: true,
    table: {
      columns: ['Value', 'Rank', 'Median country', ...(hasShare ? ['Share of all countries'] : [])],
      rows: places.map(place => {
        const share = shareOf(place)
        const cell = share === undefined ? undefined : computedCell(say`${share}%`, place.fact)
        return {
          label: capital(place.field.name),
          cells: [
            cellOf([place.fact]),
            rankCell(place),
            withName(place.median),
            ...(hasShare ? [cell] : []),
          ],
        }
      }),
    },
  }
}

/** The extremes in words; the table has the others. */
function sayPlaces(subject: Subject, places: readonly Standing[]): FactStatement[] {
  const standing = ({ rank, count }: Standing) => rank / count
  const ordered = places.toSorted((one, other) => standing(one) - standing(other))
  const [top] = ordered
  const [bottom] = ordered.slice(1).slice(-1)
  const [main] = places
  if (!main || !top) return []
  const name = nameOf(subject)
  const { field, fact, median, rank, count } = main
  const year = fact.year === undefined ? '' : ` (${fact.year})`
  const share = shareOf(main)
  const named = (place: Standing) => say`${place.field.name} (${place.rank} of ${place.count})`
  return [
    state(
      say`By ${field.name}, ${name} ranks ${rank} of ${count} with ${sayValue(fact)}${year}; the median country, ${nameOf(median.subject)}, has ${sayValue(median)}`,
    ),
    ...(share === undefined
      ? []
      : [
          state(
            say`${name} makes up ${share}% of the ${field.name} of all ${count} together`,
            fact,
          ),
        ]),
    ...(bottom
      ? [
          state(
            say`Among the countries with a value, ${name} stands highest by ${named(top)} and lowest by ${named(bottom)}; ${1} is the highest value`,
            ...[top.fact, bottom.fact],
          ),
        ]
      : []),
  ]
}

/** The countries just above and below in the ranking of all countries. */
export function nextInRank(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): FactSection | undefined {
  const rows = fields.flatMap(field => {
    const { ranked, fact } = standingInWorld(subject, field, reporting) ?? {}
    if (!ranked || !fact) return []
    const at = ranked.indexOf(fact)
    const cells = [at - 2, at - 1, at, at + 1, at + 2].map(place => {
      const one = ranked[place]
      return one && { text: `${one.subject.name}: ${cellOf([one]).text}`, facts: [one] }
    })
    return [{ label: capital(field.name), cells }]
  })
  if (rows.length === 0) return undefined
  const columns = ['Two above', 'One above', subject.name, 'One below', 'Two below']
  const heading = `Countries next to ${nameOf(subject)} in the ranking`
  return { heading, statements: [], table: { columns, rows } }
}

/** Compares a country with its neighbours, its region and countries of similar income. */
export function comparePeers(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): (FactSection | undefined)[] {
  const others = fields.filter(({ id }) => id !== INCOME)
  const sideBySide = (own: readonly Field[], peers: readonly Subject[], named: string) =>
    compareWith([subject, ...peers], { fields: own, reporting, named })
  return [
    sideBySide(fields, neighboursOf(subject, reporting), 'its neighbours'),
    compareInRegion(subject, fields, reporting),
    sideBySide(others, alikeOf(subject, reporting), 'countries of similar income and size'),
  ]
}

function neighboursOf(subject: Subject, { topics, profile, facts }: Reporting): Subject[] {
  const field = topics.field(BORDERS)
  const [row] = field ? profile(subject).rows(field) : []
  const names = (row?.text ?? '').split(';').map(entry =>
    entry
      .replace(/\([^()]*\)/g, '')
      .replace(/[\d,.]+ km.*$/, '')
      .trim(),
  )
  const found = new Map(
    facts.findSubjects(names.filter(Boolean)).map(({ subject: one }) => [one.id, one]),
  )
  return [...found.values()]
    .filter(({ kind, id }) => kind === 'country' && id !== subject.id)
    .slice(0, MOST_NEIGHBOURS)
}

/** Countries with about the same GDP per head, those with the most similar GDP first. */
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
    .filter(({ id }) => id !== subject.id && apart(head, id) < SIMILAR)
    .toSorted((one, other) => apart(size, one.id) - apart(size, other.id))
    .slice(0, MOST_ALIKE)
}

/** The first of the subjects beside the others. */
function compareWith(
  [subject, ...peers]: readonly [Subject, ...Subject[]],
  { fields, reporting: { profile }, named }: Compared,
): FactSection | undefined {
  const all = [subject, ...peers].map(one => profile(one))
  const [own, ...others] = all
  const shared = fields.filter(
    field => own && factOf(field, own) && others.some(other => factOf(field, other)),
  )
  if (shared.length === 0) return undefined
  const standings = shared.flatMap(field => {
    const facts = all.flatMap(one => factOf(field, one) ?? [])
    const alike = facts.filter(
      ({ number, unit }) => number !== undefined && unit === facts[0]?.unit,
    )
    const ranked = alike.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
    return standingOf(subject, field, ranked) ?? []
  })
  return {
    heading: `How ${nameOf(subject)} compares with ${named}`,
    statements: sayStandings(standings, `among ${named}`),
    isProse: true,
    table: { columns: all.map(one => one.subject.name), rows: fieldRows(shared, all) },
  }
}

interface Compared {
  readonly fields: readonly Field[]
  readonly reporting: Reporting
  readonly named: string
}

/** One sentence with the ranks by the first few fields, and who leads. */
function sayStandings(
  standings: readonly Standing[],
  among: string,
  ...more: readonly Fact[]
): FactStatement[] {
  const [sample] = standings
  if (!sample) return []
  const clauses = standings.slice(0, MOST_SAID).map(({ field, fact, ranked, rank, count }) => {
    const [first = fact] = ranked
    const leader =
      rank === 1 ? undefined : say`; ${nameOf(first.subject)} leads with ${sayValue(first)}`
    return say`${rank} of ${count} by ${field.name} (${sayValue(fact)}${leader})`
  })
  return [state(say`${among}, ${nameOf(sample.fact.subject)} ranks ${list(clauses)}`, ...more)]
}

/** The rank and the median within the region. */
function compareInRegion(
  subject: Subject,
  fields: readonly Field[],
  { facts, admits, figures }: Reporting,
): FactSection | undefined {
  const attribute = facts.attributes().find(({ label }) => label === 'Region')
  if (!attribute) return undefined
  const rows = facts.find({ attributes: [attribute.id] }).filter(admits)
  const home = rows.find(one => one.subject.id === subject.id)
  const members = new Set(rows.filter(({ text }) => text === home?.text).map(one => one.subject.id))
  if (!home?.text) return undefined
  const standings = fields.flatMap(
    field =>
      standingOf(
        subject,
        field,
        figures(field).filter(one => members.has(one.subject.id)),
      ) ?? [],
  )
  if (standings.length === 0) return undefined
  const table: FactTable = {
    columns: [subject.name, 'Rank in the region', 'Highest', 'Median'],
    rows: standings.map(standing => {
      const { field, fact, ranked, median } = standing
      const [first = fact] = ranked
      return {
        label: capital(field.name),
        cells: [cellOf([fact]), rankCell(standing), withName(first), withName(median)],
      }
    }),
  }
  return {
    heading: `How ${nameOf(subject)} compares with ${home.text}`,
    statements: sayStandings(standings, `among the countries of ${home.text}`, home),
    isProse: true,
    table,
  }
}

function rankCell({ rank, count, fact }: Standing): FactStatement {
  return computedCell(say`${rank} of ${count}`, fact)
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
