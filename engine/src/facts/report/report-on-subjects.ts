import type { Effort } from '../../budgets.ts'
import { capital } from '../../text/say.ts'
import type { FactAnswer, FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { crossCheck, recompute } from './check-values.ts'
import {
  describeSeries,
  listSeries,
  nameOfSeries,
  saySeries,
  testConclusion,
  testOrder,
} from './describe-series.ts'
import {
  cellOf,
  compareTopic,
  describeTopic,
  factOf,
  fieldRows,
  gapsOf,
  isShort,
  methodNotes,
  sayLeaders,
} from './describe-topic.ts'
import { comparePeers, placeInWorld, placesInWorld, sayExtremes } from './standings.ts'
import {
  attributeIds,
  type Field,
  isCurrent,
  type Layer,
  type Profile,
  type Reporting,
  type Topic,
  tableSection,
} from './topics.ts'

const MOST_SUBJECTS = 8
/** Fields by which a subject is ranked and compared with peers. */
const MOST_RANKED = 12
const MOST_KEY = 10
/** Years between the values of a series that are shown. */
const STEPS: Partial<Record<Effort, number>> = { deep: 10 }
const STEP = 5

/** The sections on one subject or on several side by side. */
export function reportOnSubjects(
  answer: FactAnswer,
  reporting: Reporting & { readonly effort: Effort },
): Layer[] {
  const { effort, topics } = reporting
  const profiles = profilesOf(answer, reporting)
  const [first] = profiles
  if (!first) return []
  const isOne = profiles.length === 1
  const scope = scopeOf(answer, reporting)
  const isWide = answer.topics !== undefined
  const isOverview = isWide && topics.overview.every(topic => scope.includes(topic))
  const others = topics.all.filter(topic => !scope.includes(topic))
  const main = isWide ? scope.filter(({ id }) => answer.topics?.includes(id)) : scope
  const ids = [...new Set(main.flatMap(one => one.related))]
  const sections = new Set(scope.map(topic => topic.section))
  // A question about a whole section asks for no other.
  const isAsked = (topic: Topic) => !isWide || sections.has(topic.section)
  const related = isOverview
    ? others
    : ids.flatMap(id => others.find(topic => topic.id === id) ?? []).filter(isAsked)
  const near = isOverview ? 0 : isWide ? related.length : 1
  const wide = [...scope, ...related]
  const fields = [...keyFields(scope), ...keyFields(related)].slice(0, MOST_RANKED)
  const summed = new Set(answer.statements.flatMap(({ facts }) => facts.map(({ id }) => id)))
  const isKnown = ({ id }: Fact) => summed.has(id)
  // The summary has it in other words; the table has the rest.
  const isSaid = ({ facts }: FactStatement) => facts.filter(isKnown).length * 2 >= facts.length
  const describe = (topic: Topic) => {
    const own = isOne ? describeTopic(topic, first, isKnown) : compareTopic(topic, profiles)
    return own && { ...own, statements: own.statements.filter(one => !isSaid(one)) }
  }
  const series = [...new Set(scope.flatMap(topic => topic.series ?? []))]
  const step = STEPS[effort] ?? STEP
  return [
    [
      'standard',
      () =>
        isWide && effort === 'standard'
          ? [keyFigures(fields, profiles)]
          : [...scope.map(describe), ...othersOf(answer, wide, reporting)],
    ],
    ['deep', () => related.slice(0, near).map(describe)],
    ['exhaustive', () => related.slice(near).map(describe)],
    ['deep', () => series.map(one => describeSeries(one, profiles, { step, isSaid }))],
    [
      'exhaustive',
      () => [
        ...(isOne
          ? [
              placeInWorld(first.subject, fields, reporting),
              ...comparePeers(first.subject, fields, reporting),
            ]
          : [
              placesInWorld(
                profiles.map(({ subject }) => subject),
                fields,
                reporting,
              ),
            ]),
      ],
    ],
    [
      'deep',
      () => [
        section(
          'The World Factbook against the World Bank',
          profiles.flatMap(one => crossCheck(wide, one, reporting)),
        ),
        ...(isOne ? [gapsOf(scope, first)] : []),
      ],
    ],
    [
      'frontier',
      () => [
        section(
          'Shares and differences calculated from these figures',
          profiles.flatMap(one => recompute(isOne ? wide : scope, one, { ...reporting, isOne })),
        ),
        section(
          'Sensitivity of the conclusions',
          isOne ? testConclusion(wide, first, reporting) : testOrder(wide, profiles),
        ),
      ],
    ],
    ['exhaustive', () => [methodNotes(wide, first)]],
    ['frontier', () => series.map(one => listSeries(one, profiles))],
  ]
}

/** Says what the figures show together: the trend and the place of one subject, or who is highest where. */
export function sumUp(answer: FactAnswer, reporting: Reporting): FactStatement[] {
  const profiles = profilesOf(answer, reporting)
  const [first, ...others] = profiles
  // Single values that are asked for say all of it.
  if (!first || !answer.topics) return []
  const scope = reporting.topics.all.filter(({ id }) => answer.topics?.includes(id))
  const fields = keyFields(scope).slice(0, MOST_RANKED)
  if (others.length > 0) return [sayLeaders(fields, profiles)].filter(one => one !== undefined)
  const series = [...new Set(scope.flatMap(topic => topic.series ?? []))].slice(0, 1)
  const trend = series.flatMap(one => {
    const said = saySeries(first.yearly(one), nameOfSeries(one))
    // A fall since a peak says more than the rise over the whole time.
    return said.find(({ text }) => text.includes(' has fallen ')) ?? said.slice(0, 1)
  })
  const extremes = sayExtremes(first.subject, fields, reporting)
  return [...trend, ...(extremes ? [extremes] : [])]
}

export function profilesOf({ statements }: FactAnswer, { profile }: Reporting): Profile[] {
  const cited = statements.flatMap(({ facts }) => facts.map(({ subject }) => subject))
  const subjects = [...new Map(cited.map(subject => [subject.id, subject])).values()]
  return subjects.slice(0, MOST_SUBJECTS).map(profile)
}

function section(heading: string, statements: FactSection['statements']): FactSection | undefined {
  return statements.length > 0 ? { heading, statements } : undefined
}

/** The topics that the question names, and those of further values that it asks for. */
function scopeOf({ topics: named, statements }: FactAnswer, { topics }: Reporting): Topic[] {
  const whole = topics.all.filter(topic => named?.includes(topic.id))
  const known = new Set(whole.flatMap(attributeIds))
  const asked = new Set(statements.flatMap(({ facts }) => facts.map(one => one.attribute.id)))
  const isAsked = (id: number) => asked.has(id) && !known.has(id)
  return [...whole, ...topics.all.filter(topic => attributeIds(topic).some(isAsked))]
}

/** The first field of each topic, then the second of each, and so on. */
function keyFields(topics: readonly Topic[]): Field[] {
  const longest = Math.max(0, ...topics.map(({ ranked }) => ranked.length))
  return Array.from({ length: longest }, (_, at) =>
    topics.flatMap(({ ranked }) => ranked[at] ?? []),
  ).flat()
}

function keyFigures(fields: readonly Field[], profiles: readonly Profile[]) {
  const isShown = (field: Field) => {
    const facts = profiles.flatMap(one => factOf(field, one) ?? [])
    return facts.length > 0 && facts.every(isCurrent)
  }
  const rows = fieldRows(fields.filter(isShown).slice(0, MOST_KEY), profiles)
  const columns = profiles.length === 1 ? ['Value'] : profiles.map(({ subject }) => subject.name)
  return rows.length > 0 ? tableSection('Key figures', { columns, rows }) : undefined
}

/** The whole of an attribute that no topic has, such as the flag. */
function othersOf(
  { statements }: FactAnswer,
  scope: readonly Topic[],
  { facts, admits }: Reporting,
): FactSection[] {
  const covered = new Set(scope.flatMap(attributeIds))
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
