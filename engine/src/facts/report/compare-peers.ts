import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { cellOf, factOf } from './describe-topic.ts'
import { medianOf, type Reporting } from './reporting.ts'
import { capital, joinAnd, nameOf, sayValue } from './say-value.ts'
import type { Field } from './topics.ts'

const MOST_NEIGHBOURS = 8
const MOST_ALIKE = 5
const MOST_SAID = 4

/** Compares a country with its neighbours, its region and countries of similar income. */
export function comparePeers(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): FactSection[] {
  const neighbours = neighboursOf(subject, reporting)
  const alike = alikeOf(subject, reporting)
  const own = nameOf(subject)
  return [
    ...(neighbours.length > 0
      ? sideBySide(subject, neighbours, {
          fields,
          reporting,
          heading: `How ${own} compares with its neighbours`,
          among: 'among its neighbours',
        })
      : []),
    ...inRegion(subject, fields, reporting),
    ...(alike.length > 0
      ? sideBySide(subject, alike, {
          fields: fields.filter(({ id }) => id !== INCOME),
          reporting,
          heading: `How ${own} compares with countries of similar income and size`,
          among: 'among countries of similar income and size',
        })
      : []),
  ]
}

const BORDERS = 'place.neighbours'
const INCOME = 'output.head'
const SIZE = 'output.gdp'
/** Up to 30% apart, as a logarithm. */
const SIMILAR = Math.log(1.3)

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

interface SideBySide {
  readonly fields: readonly Field[]
  readonly reporting: Reporting
  readonly heading: string
  readonly among: string
}

function sideBySide(
  subject: Subject,
  others: readonly Subject[],
  { fields, reporting: { profile }, heading, among }: SideBySide,
): FactSection[] {
  const all = [subject, ...others].map(one => profile(one))
  const rows = fields.flatMap(field => {
    const facts = all.map(one => factOf(field, one))
    const isShared = facts[0] && facts.filter(Boolean).length > 1
    return isShared ? [{ field, facts }] : []
  })
  if (rows.length === 0) return []
  const statement = sayStandings(
    subject,
    rows.map(({ field, facts }) => ({ field, facts: facts.filter(one => one !== undefined) })),
    among,
  )
  const table = {
    columns: all.map(one => one.subject.name),
    rows: rows.map(({ field, facts }) => ({
      label: capital(field.name),
      cells: facts.map(fact => fact && cellOf([fact])),
    })),
  }
  return [{ heading, statements: statement ? [statement] : [], isProse: true, table }]
}

interface Compared {
  readonly field: Field
  readonly facts: readonly Fact[]
}

/** One sentence with the ranks by the first few fields, and who leads. */
function sayStandings(
  subject: Subject,
  rows: readonly Compared[],
  among: string,
): FactStatement | undefined {
  const clauses = rows.flatMap(({ field, facts }) => {
    const alike = facts.filter(
      ({ number, unit }) => number !== undefined && unit === facts[0]?.unit,
    )
    const ranked = alike.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
    const [first] = ranked
    const own = ranked.find(one => one.subject.id === subject.id)
    if (!first || !own || ranked.length < 3) return []
    const rank = 1 + ranked.filter(({ number = 0 }) => number > (own.number ?? 0)).length
    const [mine, high] = [sayValue(own), sayValue(first)]
    const leader = rank === 1 ? '' : `; ${nameOf(first.subject)} leads with ${high.text}`
    return [
      {
        text: `${rank} of ${ranked.length} by ${field.name} (${mine.text}${leader})`,
        facts: [...new Set([own, first])],
        computed: [rank, ranked.length, ...mine.computed, ...high.computed],
      },
    ]
  })
  const said = clauses.slice(0, MOST_SAID)
  if (said.length === 0) return undefined
  return {
    text: `${capital(among)}, ${nameOf(subject)} ranks ${joinAnd(said.map(({ text }) => text))}.`,
    facts: [...new Set(said.flatMap(({ facts }) => facts))],
    computed: said.flatMap(({ computed }) => computed),
  }
}

/** The rank and the median within the region. */
function inRegion(
  subject: Subject,
  fields: readonly Field[],
  { facts, admits, figures }: Reporting,
): FactSection[] {
  const attribute = facts.attributes().find(({ label }) => label === 'Region')
  if (!attribute) return []
  const rows = facts.find({ attributes: [attribute.id] }).filter(admits)
  const home = rows.find(one => one.subject.id === subject.id)
  const members = new Set(rows.filter(({ text }) => text === home?.text).map(one => one.subject.id))
  if (!home?.text || members.size < 3) return []
  const found = fields.flatMap(field => {
    const ranked = figures(field).filter(one => members.has(one.subject.id))
    const own = ranked.find(one => one.subject.id === subject.id)
    const [first] = ranked
    const median = medianOf(ranked)
    if (!own || !first || !median || ranked.length < 3) return []
    const rank = 1 + ranked.filter(({ number = 0 }) => number > (own.number ?? 0)).length
    return [{ field, ranked, own, first, median, rank, count: ranked.length }]
  })
  if (found.length === 0) return []
  const statement = sayStandings(
    subject,
    found.map(({ field, ranked }) => ({ field, facts: ranked })),
    `among the countries of ${home.text}`,
  )
  return [
    {
      heading: `How ${nameOf(subject)} compares with ${home.text}`,
      statements: statement ? [{ ...statement, facts: [...statement.facts, home] }] : [],
      isProse: true,
      table: {
        columns: [subject.name, 'Rank in the region', 'Highest', 'Median'],
        rows: found.map(({ field, own, first, median, rank, count }) => ({
          label: capital(field.name),
          cells: [
            cellOf([own]),
            { text: `${rank} of ${count}`, facts: [own], computed: [rank, count] },
            withName(first),
            withName(median),
          ],
        })),
      },
    },
  ]
}

function withName(fact: Fact): FactStatement {
  const cell = cellOf([fact])
  return { ...cell, text: `${cell.text}, ${fact.subject.name}` }
}
