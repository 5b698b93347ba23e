import type { Effort } from '../../budgets.ts'
import { capital } from '../../text/say.ts'
import type { FactAnswer, FactSection } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { crossCheck, recompute } from './check-values.ts'
import { compareTopic } from './compare-topic.ts'
import { describeSeries } from './describe-series.ts'
import { cellOf, describeTopic, fieldRows, isShort } from './describe-topic.ts'
import { gapsOf, methodNotes } from './notes.ts'
import { type Layer, type Reporting, tableSection } from './reporting.ts'
import { comparePeers, placeInWorld } from './standings.ts'
import { testConclusion, testOrder } from './test-conclusion.ts'
import type { Field, Profile, Topic } from './topics.ts'

const MOST_SUBJECTS = 8
/** Fields by which a subject is ranked and compared with peers. */
const MOST_RANKED = 12
const MOST_KEY = 10
/** Years between the values of a series that are shown. */
const STEPS = { deep: 10, wide: 5 }

/** The sections on one subject or on several side by side. */
export function reportOnSubjects(
  answer: FactAnswer,
  reporting: Reporting & { readonly effort: Effort },
): Layer[] {
  const { effort, topics } = reporting
  const cited = answer.statements.flatMap(({ facts }) => facts.map(({ subject }) => subject))
  const subjects = [...new Map(cited.map(subject => [subject.id, subject])).values()]
  const profiles = subjects.slice(0, MOST_SUBJECTS).map(subject => reporting.profile(subject))
  const [first] = profiles
  if (!first) return []
  const isOne = profiles.length === 1
  const scope = scopeOf(answer, reporting)
  const isWide = answer.topics !== undefined
  const isOverview = isWide && scope.length >= topics.overview.length
  const others = topics.all.filter(topic => !scope.includes(topic))
  const ids = [...new Set(scope.flatMap(one => one.related))]
  const related = isOverview
    ? others
    : ids.flatMap(id => others.find(topic => topic.id === id) ?? [])
  const near = isOverview ? 0 : isWide ? related.length : 1
  const wide = [...scope, ...related]
  const fields = [...keyFields(scope), ...keyFields(related)].slice(0, MOST_RANKED)
  const describe = (topic: Topic) =>
    isOne ? describeTopic(topic, first) : compareTopic(topic, profiles)
  const series = [...new Set(wide.flatMap(topic => topic.series ?? []))]
  const step = effort === 'deep' ? STEPS.deep : STEPS.wide
  return [
    {
      least: 'standard',
      build: () =>
        isWide && effort === 'standard'
          ? [keyFigures(fields.slice(0, MOST_KEY), profiles)]
          : [...scope.map(describe), ...othersOf(answer, wide, reporting)],
    },
    { least: 'deep', build: () => related.slice(0, near).map(describe) },
    { least: 'exhaustive', build: () => related.slice(near).map(describe) },
    { least: 'deep', build: () => series.map(one => describeSeries(one, profiles, step)) },
    {
      least: 'exhaustive',
      build: () => [
        ...profiles.map(one => placeInWorld(one.subject, fields, reporting)),
        ...(isOne ? comparePeers(first.subject, fields, reporting) : []),
      ],
    },
    {
      least: 'deep',
      build: () => [
        section(
          'The World Factbook against the World Bank',
          profiles.flatMap(one => crossCheck(wide, one, reporting)),
        ),
        ...(isOne ? [gapsOf(scope, first)] : []),
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
          isOne ? testConclusion(wide, first, reporting) : testOrder(wide, profiles),
        ),
      ],
    },
    { least: 'exhaustive', build: () => [methodNotes(wide, first)] },
  ]
}

function section(heading: string, statements: FactSection['statements']): FactSection | undefined {
  return statements.length > 0 ? { heading, statements } : undefined
}

/** The topics that the question names, or those of the values that it asks for. */
function scopeOf({ topics: named, statements }: FactAnswer, { topics }: Reporting): Topic[] {
  if (named) return named.flatMap(id => topics.all.find(topic => topic.id === id) ?? [])
  const asked = new Set(statements.flatMap(({ facts }) => facts.map(one => one.attribute.id)))
  return topics.all.filter(topic => attributesOf(topic).some(id => asked.has(id)))
}

export function attributesOf({ fields, series }: Topic): number[] {
  return [...fields.map(({ attribute }) => attribute.id), ...(series ? [series.id] : [])]
}

/** The first field of each topic, then the second of each, and so on. */
function keyFields(topics: readonly Topic[]): Field[] {
  const longest = Math.max(0, ...topics.map(({ ranked }) => ranked.length))
  return Array.from({ length: longest }, (_, at) =>
    topics.flatMap(({ ranked }) => ranked[at] ?? []),
  ).flat()
}

function keyFigures(fields: readonly Field[], profiles: readonly Profile[]) {
  const rows = fieldRows(fields, profiles)
  const columns = profiles.length === 1 ? ['Value'] : profiles.map(({ subject }) => subject.name)
  return rows.length > 0 ? tableSection('Key figures', { columns, rows }) : undefined
}

/** The whole of an attribute that no topic has, such as the flag. */
function othersOf(
  { statements }: FactAnswer,
  scope: readonly Topic[],
  { facts, admits }: Reporting,
): FactSection[] {
  const covered = new Set(scope.flatMap(attributesOf))
  const asked = statements.flatMap(statement => statement.facts)
  const others = asked.filter(({ attribute }) => !covered.has(attribute.id))
  return [...Map.groupBy(others, ({ attribute }) => attribute)].flatMap(([{ id, label }, own]) => {
    const subjects = [...new Set(own.map(({ subject }) => subject.id))]
    const found = facts
      .find({ subjects, attributes: [id] })
      .filter(fact => admits(fact) && isShort(fact) && fact.qualifier !== 'note')
    const labelOf = ({ subject, qualifier = label }: Fact) =>
      capital(subjects.length > 1 ? `${subject.name} — ${qualifier}` : qualifier)
    const rows = [...Map.groupBy(found, labelOf)].map(([named, same]) => ({
      label: named,
      cells: [cellOf(same)],
    }))
    return found.length > own.length ? [tableSection(label, { columns: ['Value'], rows })] : []
  })
}
