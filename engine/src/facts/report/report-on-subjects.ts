import type { Effort } from '../../budgets.ts'
import { capital } from '../../text/say.ts'
import type { FactAnswer, FactSection } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { crossCheck, recompute } from './check-values.ts'
import { compareTopic } from './compare-topic.ts'
import { describeSeries } from './describe-series.ts'
import { cellOf, describeTopic, fieldRows, isShort } from './describe-topic.ts'
import { gapsOf, methodNotes } from './notes.ts'
import type { Layer, Reporting } from './reporting.ts'
import { comparePeers, nextInRank, placeInWorld } from './standings.ts'
import { testConclusion, testOrder } from './test-conclusion.ts'
import type { Field, Profile, Topic } from './topics.ts'

const MOST_SUBJECTS = 8
/** Fields by which a subject is ranked and compared with peers. */
const MOST_RANKED = 12
const MOST_KEY = 10
const STEPS: Readonly<Record<Effort, number>> = {
  lite: 10,
  standard: 10,
  deep: 10,
  exhaustive: 5,
  frontier: 5,
}

/** The sections on one subject or on several side by side. */
export function reportOnSubjects(
  answer: FactAnswer,
  reporting: Reporting & { readonly effort: Effort },
): Layer[] {
  const subjects = subjectsOf(answer).slice(0, MOST_SUBJECTS)
  const profiles = subjects.map(subject => reporting.profile(subject))
  const [first] = profiles
  if (!first) return []
  const scope = scopeOf(answer, reporting)
  const isWide = answer.topics !== undefined
  const isOverview = isWide && scope.length >= reporting.topics.overview.length
  const related = relatedTo(scope, { isOverview }, reporting)
  const near = isOverview ? 0 : isWide ? related.length : 1
  const wide = [...scope, ...related]
  const fields = [...keyFields(scope), ...keyFields(related)].slice(0, MOST_RANKED)
  const describe = (topic: Topic) =>
    profiles.length === 1 ? describeTopic(topic, first) : compareTopic(topic, profiles)
  const series = [...new Set(wide.flatMap(topic => topic.series ?? []))]
  const isKey = isWide && reporting.effort === 'standard'
  return [
    {
      least: 'standard',
      build: () =>
        isKey
          ? [keyFigures(fields.slice(0, MOST_KEY), profiles)]
          : [...scope.map(describe), ...othersOf(answer, wide, reporting)],
    },
    { least: 'deep', build: () => related.slice(0, near).map(describe) },
    { least: 'exhaustive', build: () => related.slice(near).map(describe) },
    {
      least: 'deep',
      build: () =>
        series.map(one => describeSeries(one, profiles, { step: STEPS[reporting.effort] })),
    },
    {
      least: 'exhaustive',
      build: () => [
        ...profiles.map(one => placeInWorld(one.subject, fields, reporting)),
        ...(profiles.length === 1 ? comparePeers(first.subject, fields, reporting) : []),
      ],
    },
    {
      least: 'deep',
      build: () => [
        section(
          'The World Factbook against the World Bank',
          profiles.flatMap(one => crossCheck(wide, one, reporting)),
        ),
        ...(profiles.length === 1 ? [gapsOf(scope, first)] : []),
      ],
    },
    {
      least: 'frontier',
      build: () => [
        section(
          'Figures calculated again',
          profiles.flatMap(one => recompute(wide, one, reporting)),
        ),
        section(
          'How firm the conclusions are',
          profiles.length === 1
            ? testConclusion(wide, first, reporting)
            : testOrder(wide, profiles),
        ),
      ],
    },
    { least: 'frontier', build: () => [nextInRank(first.subject, fields, reporting)] },
    { least: 'exhaustive', build: () => [methodNotes(wide, first)] },
  ]
}

function section(heading: string, statements: FactSection['statements']): FactSection | undefined {
  return statements.length > 0 ? { heading, statements } : undefined
}

function subjectsOf({ statements }: FactAnswer): Subject[] {
  const all = statements.flatMap(({ facts }) => facts.map(({ subject }) => subject))
  return [...new Map(all.map(subject => [subject.id, subject])).values()]
}

/** The topics that the question names, or those of the values that it asks for. */
function scopeOf({ topics: named, statements }: FactAnswer, { topics }: Reporting): Topic[] {
  if (named) return named.flatMap(id => topics.all.find(topic => topic.id === id) ?? [])
  const attributes = new Set(statements.flatMap(({ facts }) => facts.map(one => one.attribute.id)))
  return topics.all.filter(
    ({ fields, series }) =>
      fields.some(field => attributes.has(field.attribute.id)) ||
      (series && attributes.has(series.id)),
  )
}

/** The topics that bear on those of the question; all others for an overview. */
function relatedTo(
  scope: readonly Topic[],
  { isOverview }: { readonly isOverview: boolean },
  { topics }: Reporting,
): Topic[] {
  const ids = new Set(scope.flatMap(({ related }) => related))
  const others = topics.all.filter(topic => !scope.includes(topic))
  if (isOverview) return others
  return [...ids].flatMap(id => others.find(topic => topic.id === id) ?? [])
}

/** The first field of each topic, then the second of each, and so on. */
function keyFields(topics: readonly Topic[]): Field[] {
  const longest = Math.max(0, ...topics.map(({ ranked }) => ranked.length))
  return Array.from({ length: longest }, (_, at) =>
    topics.flatMap(({ ranked }) => ranked[at] ?? []),
  ).flat()
}

function keyFigures(
  fields: readonly Field[],
  profiles: readonly Profile[],
): FactSection | undefined {
  const rows = fieldRows(fields, profiles)
  if (rows.length === 0) return undefined
  const columns = profiles.length === 1 ? ['Value'] : profiles.map(({ subject }) => subject.name)
  return { heading: 'Key figures', statements: [], table: { columns, rows } }
}

/** The whole of an attribute that no topic has, such as the flag. */
function othersOf(
  { statements }: FactAnswer,
  scope: readonly Topic[],
  { facts, admits }: Reporting,
): FactSection[] {
  const covered = new Set(
    scope.flatMap(({ fields, series }) => [...fields.map(one => one.attribute.id), series?.id]),
  )
  const asked = statements.flatMap(statement => statement.facts)
  const others = asked.filter(({ attribute }) => !covered.has(attribute.id))
  const byAttribute = Map.groupBy(others, ({ attribute }) => attribute.id)
  return [...byAttribute.values()].flatMap(own => {
    const [sample] = own
    if (!sample) return []
    const subjects = [...new Set(own.map(({ subject }) => subject.id))]
    const rows = facts
      .find({ subjects, attributes: [sample.attribute.id] })
      .filter(fact => admits(fact) && isShort(fact) && fact.qualifier !== 'note')
    const labelOf = ({ subject, qualifier }: Fact) =>
      [subjects.length > 1 ? subject.name : '', qualifier ?? sample.attribute.label]
        .filter(Boolean)
        .join(' — ')
    const cells = [...Map.groupBy(rows, labelOf)].map(([label, found]) => ({
      label: capital(label),
      cells: [cellOf(found)],
    }))
    if (rows.length <= own.length) return []
    const heading = sample.attribute.label
    return [{ heading, statements: [], table: { columns: ['Value'], rows: cells } }]
  })
}
