import data from '../../../data/topics.json' with { type: 'json' }
import type { Attribute, Fact, Subject } from '../fact.ts'
import type { Facts } from '../open-facts.ts'

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

export interface Topics {
  readonly all: readonly Topic[]
  /** Those of an overview of a country. */
  readonly overview: readonly Topic[]
  field(id: string): Field | undefined
  series(label: string): Attribute | undefined
}

const PROFILES = 'world-factbook'

interface TopicData {
  readonly id: string
  readonly section: string
  readonly heading: string
  readonly related: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly ranked: readonly string[]
  readonly series?: string
  readonly sentences: readonly string[]
}

const kept = new WeakMap<Facts, { readonly version: number; readonly topics: Topics }>()

/** The topics whose attributes the installed collections have. */
export function topicsOf(facts: Facts): Topics {
  const known = kept.get(facts)
  const version = facts.version()
  if (known?.version === version) return known.topics
  const topics = readTopics(facts)
  kept.set(facts, { version, topics })
  return topics
}

function readTopics(facts: Facts): Topics {
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
  const all = (data.topics as readonly TopicData[]).flatMap((topic): Topic[] => {
    const fields = Object.entries(topic.fields).flatMap(
      ([key, [label = '', qualifier = '', name = '']]): Field[] => {
        const attribute = profiles.get(label)
        return attribute ? [{ id: `${topic.id}.${key}`, attribute, qualifier, name }] : []
      },
    )
    const yearly = topic.series === undefined ? undefined : series(topic.series)
    const ranked = topic.ranked.flatMap(
      key => fields.find(({ id }) => id === `${topic.id}.${key}`) ?? [],
    )
    const { id, section, heading, related, sentences } = topic
    if (fields.length === 0) return []
    return [
      {
        id,
        section,
        heading,
        related,
        sentences,
        fields,
        ranked,
        ...(yearly && { series: yearly }),
      },
    ]
  })
  const byId = new Map(all.flatMap(({ fields }) => fields).map(field => [field.id, field]))
  return {
    all,
    overview: data.overview.flatMap(id => all.find(topic => topic.id === id) ?? []),
    field: id => byId.get(id),
    series,
  }
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
