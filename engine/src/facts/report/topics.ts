import data from '../../../data/topics.json' with { type: 'json' }
import type { Effort } from '../../budgets.ts'
import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Attribute, Fact, Subject } from '../fact.ts'
import type { Facts } from '../facts.ts'
import type { Lexicon } from '../lexicon.ts'
import { byNumber } from '../select-facts.ts'

/** One attribute, or one qualifier of it, with the name that sentences and tables use. */
export interface Field {
  /** Such as `output.gdp`. */
  readonly id: string
  readonly attribute: Attribute
  readonly qualifier: string
  readonly name: string
}

/** Attributes that belong together, and the sentences that say them. */
export interface Topic {
  readonly id: string
  readonly section: string
  readonly heading: string
  readonly fields: readonly Field[]
  /** The fields by which subjects are compared and ranked, the most telling first. */
  readonly ranked: readonly Field[]
  /** Ids of topics that bear on this one. */
  readonly related: readonly string[]
  /** Label of an attribute with a value for each year. */
  readonly series?: Attribute
  readonly sentences: readonly string[]
}

interface Topics {
  readonly all: readonly Topic[]
  /** Those of an overview of a country. */
  readonly overview: readonly Topic[]
  field(id: string): Field | undefined
}

export const PROFILES = 'world-factbook'

interface TopicData extends Omit<Topic, 'fields' | 'ranked' | 'series'> {
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly ranked: readonly string[]
  readonly series?: string
}

/** The topics whose attributes the installed collections have. */
export function topicsOf(facts: Facts): Topics {
  const profiles = new Map(
    facts
      .attributes()
      .filter(({ collection }) => collection === PROFILES)
      .map(attribute => [attribute.label, attribute]),
  )
  const series = (label: string) =>
    facts
      .attributes()
      .find(attribute => attribute.collection !== PROFILES && attribute.label === label)
  const all = (data.topics as readonly TopicData[]).flatMap(
    ({ fields: named, ranked, series: label, ...topic }): Topic[] => {
      const fields = Object.entries(named).flatMap(
        ([key, [wanted = '', qualifier = '', name = '']]): Field[] => {
          const attribute = profiles.get(wanted)
          return attribute ? [{ id: `${topic.id}.${key}`, attribute, qualifier, name }] : []
        },
      )
      const of = (key: string) => fields.find(({ id }) => id === `${topic.id}.${key}`) ?? []
      const yearly = label === undefined ? undefined : series(label)
      if (fields.length === 0) return []
      return [{ ...topic, fields, ranked: ranked.flatMap(of), ...(yearly && { series: yearly }) }]
    },
  )
  const byId = new Map(all.flatMap(({ fields }) => fields).map(field => [field.id, field]))
  return {
    all,
    overview: data.overview.flatMap(id => all.find(topic => topic.id === id) ?? []),
    field: id => byId.get(id),
  }
}

/** Ids of the attributes of a topic. */
export function attributeIds({ fields, series }: Topic): number[] {
  return [...fields.map(({ attribute }) => attribute.id), ...(series ? [series.id] : [])]
}

/** The rows of one subject, by field. */
export interface Profile {
  readonly subject: Subject
  /** The rows of a field, the newest first. */
  rows(field: Field): readonly Fact[]
  /** The values of a series, the oldest first. */
  yearly(attribute: Attribute): readonly Fact[]
  /** How the source defines the values of a field. */
  note(field: Field): Fact | undefined
}

export function openProfile(
  subject: Subject,
  { facts, admits }: { readonly facts: Facts; readonly admits: (fact: Fact) => boolean },
): Profile {
  const all = facts.find({ subjects: [subject.id] }).filter(admits)
  const byKey = Map.groupBy(all, ({ attribute, qualifier = '' }) => `${attribute.id} ${qualifier}`)
  const newestFirst = (one: Fact, other: Fact) => (other.year ?? 0) - (one.year ?? 0)
  return {
    subject,
    rows: ({ attribute, qualifier }) =>
      (byKey.get(`${attribute.id} ${qualifier}`) ?? []).toSorted(newestFirst),
    yearly: attribute =>
      (byKey.get(`${attribute.id} `) ?? []).toSorted((a, b) => newestFirst(b, a)),
    note: ({ attribute }) => byKey.get(`${attribute.id} note`)?.[0],
  }
}

/** The rows for the builders of sections, each read once per report. */
export interface Reporting {
  readonly facts: Facts
  readonly lexicon: Lexicon
  readonly effort: Effort
  /** True for one of several wishes, of which a report has no more than is asked. */
  readonly isPart?: boolean
  readonly topics: Topics
  readonly admits: (fact: Fact) => boolean
  profile(subject: Subject): Profile
  /** The newest number of each country unless it is out of date, the highest first, all in one unit. */
  figures(field: Field): readonly Fact[]
  /** Facts that name the region of each place, by subject. */
  regions(): ReadonlyMap<number, Fact>
}

/** Sections of a report and the lowest effort that has them. */
export type Layer = readonly [least: Effort, build: () => readonly (FactSection | undefined)[]]

export function createReporting(
  given: Pick<Reporting, 'facts' | 'lexicon' | 'effort' | 'isPart' | 'admits'>,
): Reporting {
  const { facts, admits } = given
  const profiles = new Map<number, Profile>()
  const figures = new Map<string, readonly Fact[]>()
  return {
    ...given,
    topics: topicsOf(facts),
    profile(subject) {
      const known = profiles.get(subject.id) ?? openProfile(subject, { facts, admits })
      profiles.set(subject.id, known)
      return known
    },
    figures(field) {
      const known = figures.get(field.id) ?? readFigures(field, { facts, admits })
      figures.set(field.id, known)
      return known
    },
    regions() {
      const attribute = facts.attributes().find(({ label }) => label === 'Region')
      const rows = attribute ? facts.find({ attributes: [attribute.id] }).filter(admits) : []
      return new Map(rows.map(fact => [fact.subject.id, fact]))
    },
  }
}

function readFigures(
  { attribute, qualifier }: Field,
  { facts, admits }: Pick<Reporting, 'facts' | 'admits'>,
): Fact[] {
  const rows = facts
    .find({ attributes: [attribute.id] })
    .filter(({ number, subject }) => number !== undefined && subject.kind === 'country')
    .filter(fact => (fact.qualifier ?? '') === qualifier && admits(fact) && isCurrent(fact))
  const newest = [...Map.groupBy(rows, ({ subject }) => subject.id).values()].flatMap(own =>
    own.toSorted((one, other) => (other.year ?? 0) - (one.year ?? 0)).slice(0, 1),
  )
  const units = Map.groupBy(newest, ({ unit }) => unit)
  const [alike = []] = [...units.values()].toSorted((one, other) => other.length - one.length)
  return byNumber(alike)
}

/** An older figure would pass for a current one in a sentence or a ranking; tables give it with its year. */
const MOST_YEARS = 6

export function isCurrent({ number, year, source }: Fact): boolean {
  const published = Number(source.publishedOn.slice(0, 4))
  return number === undefined || year === undefined || published - year <= MOST_YEARS
}

/** The middle one of ranked figures; of two in the middle, the higher. */
export function medianOf(ranked: readonly Fact[]): Fact | undefined {
  return ranked[Math.floor((ranked.length - 1) / 2)]
}

/** A section that is a table, and sentences that say the most of it. */
export function tableSection(
  heading: string,
  table: FactTable,
  statements: readonly FactStatement[] = [],
): FactSection {
  const shown = table.rows.length > 0 && { table }
  return { heading, statements, ...(statements.length > 0 && { isProse: true }), ...shown }
}
