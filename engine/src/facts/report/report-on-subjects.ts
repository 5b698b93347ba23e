import { interleave } from '../../interleave.ts'
import type { FactAnswer, FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { recompute } from './check-values.ts'
import { describeSeries, nameOfSeries, saySeries } from './describe-series.ts'
import { aboutFigures, describeTopic, factOf, fieldRows, tableOfFields } from './describe-topic.ts'
import { comparePeers, placesInWorld, sayExtremes } from './standings.ts'
import { crossCheck, testConclusions } from './test-conclusions.ts'
import {
  attributeIds,
  type Field,
  isCurrent,
  type Layer,
  PROFILES,
  type Profile,
  type Reporting,
  type Topic,
  tableSection,
} from './topics.ts'

const MOST_SUBJECTS = 8
/** Fields by which a subject is ranked and compared with peers. */
const MOST_RANKED = 12
const MOST_KEY = 8
const LEAST_ROWS = 2
/** Years between the values of a series that are shown. */
const STEPS = { lite: 10, standard: 10, deep: 10, exhaustive: 5, frontier: 1 }

/** The sections on one subject or on several side by side. */
export function reportOnSubjects(answer: FactAnswer, reporting: Reporting): Layer[] {
  const { effort, topics, lexicon } = reporting
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
  const fields = [
    ...interleave(scope.map(({ ranked }) => ranked)),
    ...interleave(related.map(({ ranked }) => ranked)),
  ].slice(0, MOST_RANKED)
  const cited = answer.statements.flatMap(({ facts }) => facts)
  const summed = new Set(cited.map(({ id }) => id))
  const isKnown = ({ id }: Fact) => summed.has(id)
  // The summary has it in other words; the table has the rest.
  const isSaid = ({ facts }: FactStatement) => facts.filter(isKnown).length * 2 >= facts.length
  const describe = (topic: Topic) => {
    const own = describeTopic(topic, profiles, { lexicon, isSaid: isKnown })
    return own && { ...own, statements: own.statements.filter(one => !isSaid(one)) }
  }
  const series = [...new Set(scope.flatMap(topic => topic.series ?? []))]
  const subjects = profiles.map(({ subject }) => subject)
  const checks = profiles.flatMap(one =>
    recompute(isOne ? wide : scope, one, { ...reporting, isOne }),
  )
  return [
    [
      'standard',
      () =>
        effort === 'standard' ? sectionsOf(cited, profiles, scope, describe) : scope.map(describe),
    ],
    ['deep', () => related.slice(0, near).map(describe)],
    ['exhaustive', () => related.slice(near).map(describe)],
    [
      'deep',
      () => series.map(one => describeSeries(one, profiles, { step: STEPS[effort], isSaid })),
    ],
    [
      'exhaustive',
      () => [
        placesInWorld(subjects, fields, reporting),
        ...(isOne ? comparePeers(first.subject, fields, reporting) : []),
      ],
    ],
    ['deep', () => [crossCheck(wide, profiles, reporting)]],
    [
      'frontier',
      () => [
        { heading: 'Shares and differences calculated from these figures', statements: checks },
        testConclusions(wide, profiles, reporting),
      ],
    ],
    [
      'deep',
      () => [
        isOne || effort !== 'deep' ? aboutFigures(scope, first, effort !== 'deep') : undefined,
      ],
    ],
  ]
}

/** Says what the figures of one subject show together: the trend and its place in the world. */
export function sumUp(answer: FactAnswer, reporting: Reporting): FactStatement[] {
  const profiles = profilesOf(answer, reporting)
  const [first, ...others] = profiles
  // Single values that are asked for say all of it.
  if (!first || !answer.topics) return []
  const scope = reporting.topics.all.filter(({ id }) => answer.topics?.includes(id))
  const fields = interleave(scope.map(({ ranked }) => ranked)).slice(0, MOST_RANKED)
  if (others.length > 0) return []
  const series = [...new Set(scope.flatMap(topic => topic.series ?? []))].slice(0, 1)
  const trend = series.flatMap(one => {
    const said = saySeries(first.yearly(one), nameOfSeries(one))
    // A fall since a peak says more than the rise over the whole time.
    return said.find(({ text }) => text.includes(' has fallen ')) ?? said.slice(0, 1)
  })
  const extremes = sayExtremes(first.subject, fields, reporting)
  return [...trend, ...(extremes ? [extremes] : [])]
}

function profilesOf({ statements }: FactAnswer, { profile }: Reporting): Profile[] {
  const cited = statements.flatMap(({ facts }) => facts.map(({ subject }) => subject))
  const subjects = [...new Map(cited.map(subject => [subject.id, subject])).values()]
  return subjects.slice(0, MOST_SUBJECTS).map(profile)
}

/** The topics that the question names, and those of further values that it asks for. */
function scopeOf({ topics: named, statements }: FactAnswer, { topics }: Reporting): Topic[] {
  const whole = topics.all.filter(topic => named?.includes(topic.id))
  const known = new Set(whole.flatMap(attributeIds))
  const asked = new Set(statements.flatMap(({ facts }) => facts.map(one => one.attribute.id)))
  const isAsked = (id: number) => asked.has(id) && !known.has(id)
  return [...whole, ...topics.all.filter(topic => attributeIds(topic).some(isAsked))]
}

/** Each series that is asked for, and one table: what is asked for first, then what the topics are compared by. */
function sectionsOf(
  cited: readonly Fact[],
  profiles: readonly Profile[],
  scope: readonly Topic[],
  describe: (topic: Topic) => FactSection | undefined,
): (FactSection | undefined)[] {
  const byAttribute = Map.groupBy(cited, ({ attribute }) => attribute.id)
  const series = [...byAttribute.values()].flatMap(own => {
    const isOverYears = new Set(own.map(({ year }) => year)).size > 1
    const attribute = own[0]?.attribute
    return attribute && isOverYears && attribute.collection !== PROFILES ? attribute : []
  })
  const yearly = series.map(one =>
    describeSeries(one, profiles, { step: STEPS.standard, isSaid: () => true }),
  )
  const isAsked = (field: Field) =>
    cited.some(
      ({ attribute, qualifier = '' }) =>
        attribute.id === field.attribute.id && qualifier === field.qualifier,
    )
  const asked = scope.flatMap(({ fields }) => fields.filter(isAsked))
  const fields = new Set([...asked, ...interleave(scope.map(({ ranked }) => ranked))])
  const isCurrentIn = (field: Field) =>
    profiles.flatMap(one => factOf(field, one) ?? []).every(isCurrent)
  const [own, ...others] = profiles
  const [topic, ...topics] = scope
  const isOne = own !== undefined && others.length === 0
  if (series.length > 0 && asked.length === 0) return yearly
  const shown = [...fields].filter(one => asked.includes(one) || isCurrentIn(one))
  const { columns, rows } = isOne
    ? tableOfFields(shown, own, fact => cited.some(({ id }) => id === fact.id))
    : { columns: profiles.map(({ subject }) => subject.name), rows: fieldRows(shown, profiles) }
  const table = { columns, rows: rows.length < LEAST_ROWS ? [] : rows.slice(0, MOST_KEY) }
  const context = isOne && topic && topics.length === 0 ? describe(topic) : undefined
  const heading = context?.heading ?? 'Key figures'
  return [...yearly, tableSection(heading, table, context?.statements)]
}
