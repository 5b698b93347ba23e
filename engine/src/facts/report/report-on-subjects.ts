import data from '../../../data/topics.json' with { type: 'json' }
import { interleave } from '../../interleave.ts'
import { capital } from '../../text/say.ts'
import type { FactAnswer, FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Attribute, Fact, Subject } from '../fact.ts'
import type { Lexicon } from '../lexicon.ts'
import { nameOf as nameOfFigure } from '../say-facts.ts'
import { recompute } from './check-values.ts'
import { nameOfSeries, rowsOfSeries, sayCourse, saySeries, tableByYear } from './describe-series.ts'
import {
  aboutFigures,
  cellOf,
  describeTopic,
  factOf,
  fieldRows,
  isShort as isBrief,
  lastYearsOf,
} from './describe-topic.ts'
import { nameOf } from './say-value.ts'
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

const MOST_SUBJECTS = 20
/** Of more, the table says what nobody asked for. */
const MOST_DESCRIBED = 3
const MOST_PLACED = 8
/** Fields by which a subject is ranked and compared with peers. */
const MOST_RANKED = 12
const MOST_KEY = 12
const SHORT = 3
const MOST_NARROW = 2
const MOST_COURSES = 2
const MOST_YEARS = 40
/** Years between the values of a series that are shown. */
const STEPS = { lite: 10, standard: 10, deep: 10, exhaustive: 5, frontier: 1 }

/** The sections on one subject or on several side by side. */
export function reportOnSubjects(answer: FactAnswer, reporting: Reporting): Layer[] {
  const { effort, topics, lexicon } = reporting
  const profiles = profilesOf(answer, reporting)
  const [first] = profiles
  if (!first) return []
  const isOne = profiles.length === 1
  const subjects = profiles.map(({ subject }) => subject)
  const scope = scopeOf(answer, reporting)
  const isWide = answer.topics !== undefined
  const isOverview = isWide && topics.overview.every(topic => scope.includes(topic))
  const ids = new Set(scope.flatMap(topic => topic.related))
  const sections = new Set(scope.map(topic => topic.section))
  // A question about a whole section asks for no other, and one about single values for no topic.
  const related = topics.all.filter(
    topic =>
      isWide &&
      !scope.includes(topic) &&
      (isOverview || (ids.has(topic.id) && sections.has(topic.section))),
  )
  const wide = [...scope, ...related]
  const ranked = interleave(scope.map(one => one.ranked))
  const cited = answer.statements.flatMap(({ facts }) => facts)
  const summed = new Set(cited.map(({ id }) => id))
  const isKnown = ({ id }: Fact) => summed.has(id)
  // The summary has it in other words; the table has the rest.
  const isNew = ({ facts }: FactStatement) => facts.filter(isKnown).length * 2 < facts.length
  const describe = (topic: Topic) => {
    const { statements, ...own } = describeTopic(topic, profiles, { lexicon, isSaid: isKnown })
    return { ...own, statements: statements.filter(isNew) }
  }
  const attributes = new Set(cited.map(({ attribute }) => attribute.id))
  const series = seriesOf(cited)
  // The table of several subjects, or of several years, has the values that the sentences cite.
  const isOfCited = !isWide && (!isOne || series.length > 0)
  const isShort = answer.statements.length <= SHORT && !isOfCited
  // A short answer has room for the other shares of the same whole.
  const isAsked = ({ attribute, qualifier: own }: Field) =>
    attributes.has(attribute.id) &&
    (isShort ||
      cited.some(one => one.attribute.id === attribute.id && one.qualifier === (own || undefined)))
  const asked = scope.flatMap(topic => topic.fields.filter(isAsked))
  const further = isWide ? [...ranked, ...interleave(related.map(one => one.ranked))] : asked
  const fields = further.slice(0, MOST_RANKED)
  const isCurrentIn = (field: Field) =>
    profiles.flatMap(one => factOf(field, one) ?? []).every(isCurrent)
  const isFigure = (field: Field) => profiles.some(one => factOf(field, one)?.number !== undefined)
  const isNarrow = scope.length <= MOST_NARROW
  const key = isWide && isNarrow ? scope.flatMap(topic => topic.fields) : ranked
  const shown: readonly Field[] = {
    ...{ lite: [], standard: isWide ? ranked.filter(isCurrentIn).slice(0, MOST_KEY) : asked },
    ...{ deep: isOfCited ? asked : [...asked, ...key], exhaustive: [...asked, ...key, ...fields] },
    frontier: wide.flatMap(one => one.fields),
  }[effort]
  // The sentences have the texts that are asked for.
  const isInTable = (field: Field) =>
    shown.includes(field) &&
    (isFigure(field) || (isWide && effort !== 'standard' && !isAsked(field)))
  const inOrder = wide.flatMap(topic => topic.fields)
  const own = inOrder.filter(one => isInTable(one) && !(isOfCited && isAsked(one)))
  const latest = {
    columns: subjects.map(({ name }) => name),
    rows: [
      ...(isOfCited ? citedRows(cited, { subjects, lexicon }) : []),
      ...fieldRows(own, profiles),
    ],
  }
  const years = isOne && series.length === 0 ? own.flatMap(field => lastYearsOf(field, first)) : []
  const inShort = effort === 'standard' || effort === 'deep' ? series : []
  const asSeries = inShort.flatMap(one => rowsOfSeries(one, profiles))
  const shownYears = new Set(answer.layouts?.flatMap(({ columns }) => columns))
  const unasked = scope.flatMap(one => one.series ?? []).filter(one => !series.includes(one))
  const inFull = (one: Attribute) =>
    tableSection(
      `${capital(nameOfSeries(one))} by year`,
      tableByYear(rowsOfSeries(one, profiles), STEPS[effort]),
    )
  const checks = () =>
    profiles.flatMap(one => recompute(isOne ? wide : scope, one, { ...reporting, isOne }))
  return [
    // Of one subject, the sentences that have more to a value, and the texts of a topic without figures.
    ['standard', () => (isOne ? scope.map(describe).map(isWide ? ofTexts : withKnown) : [])],
    ['deep', () => (isOfCited ? [] : scope.map(describe))],
    ['deep', () => (profiles.length > MOST_COURSES || isOfCited ? [] : unasked.map(sayFurther))],
    [
      'exhaustive',
      () => (profiles.length <= MOST_DESCRIBED ? (isOfCited ? scope : related).map(describe) : []),
    ],
    [
      'standard',
      () => [
        // The sentences have the values of a single year.
        ...(answer.layouts ?? []).filter(() => shownYears.size > 1).map(joint),
        ...(answer.layouts && inShort === series
          ? []
          : [
              joint(latest),
              joint(tableByYear(years, 1)),
              joint(tableByYear(asSeries, isSpan(answer) ? 1 : STEPS.standard)),
            ]),
      ],
    ],
    [
      'exhaustive',
      () => [...(answer.layouts ? [] : series), ...(isOfCited ? [] : unasked)].map(inFull),
    ],
    [
      'exhaustive',
      () => [
        placesInWorld(subjects.slice(0, MOST_PLACED), fields, reporting),
        ...(isOne
          ? comparePeers(first.subject, isWide ? fields : fields.filter(isFigure), reporting)
          : []),
      ],
    ],
    ['deep', () => (isOfCited ? [] : [crossCheck(scope, profiles, reporting)])],
    [
      'frontier',
      () => [
        { heading: 'Shares and differences calculated from these figures', statements: checks() },
        testConclusions(wide, profiles, reporting),
      ],
    ],
    [
      isWide && isNarrow && ranked.length > 0 ? 'deep' : 'exhaustive',
      () => [aboutFigures(scope, profiles.find(({ subject }) => subject.id > 0) ?? first)],
    ],
  ]

  function ofTexts(section: FactSection): FactSection {
    return isNarrow && ranked.length === 0 ? section : { ...section, statements: [] }
  }
  function withKnown({ statements, ...own }: FactSection): FactSection {
    const isOfAsked = ({ facts }: FactStatement) =>
      isShort && facts.some(({ attribute }) => attributes.has(attribute.id))
    return { ...own, statements: statements.filter(isOfAsked) }
  }
  function sayFurther(series: Attribute): FactSection {
    const heading = scope.find(topic => topic.series === series)?.heading ?? ''
    return { heading, statements: sayCourse(series, profiles).filter(isNew), isProse: true }
  }
}

/** Returns whether a table has room for each year that is asked for. */
function isSpan({ years: [from, to] = [0, MOST_YEARS] }: FactAnswer): boolean {
  return to - from < MOST_YEARS
}

/** The attributes of which several years of a subject are asked for. */
function seriesOf(cited: readonly Fact[]): Attribute[] {
  return [...Map.groupBy(cited, ({ attribute }) => attribute.id).values()].flatMap(own => {
    const years = new Set(own.map(({ subject, year }) => `${subject.id} ${year}`))
    const isOverYears = years.size > new Set(own.map(({ subject }) => subject.id)).size
    const attribute = own[0]?.attribute
    return attribute && isOverYears && attribute.collection !== PROFILES ? attribute : []
  })
}

/** The figures that sentences cite, under the names that these have; those of one year each. */
function citedRows(
  cited: readonly Fact[],
  { subjects, lexicon }: { readonly subjects: readonly Subject[]; readonly lexicon: Lexicon },
): FactTable['rows'] {
  const figures = new Set(cited.filter(({ number, entry }) => number !== undefined && !entry))
  const keyOf = ({ attribute, qualifier }: Fact) => `${attribute.id} ${qualifier}`
  return [...Map.groupBy(figures, keyOf).values()].flatMap(own => {
    const [first] = own
    const cells = subjects.map(({ id }) => own.filter(({ subject }) => subject.id === id))
    if (!first || cells.some(facts => new Set(facts.map(({ year }) => year)).size > 1)) return []
    const label = capital(nameOfFigure(first, lexicon))
    return [
      { label, cells: cells.map(([fact]) => (fact && isBrief(fact) ? cellOf([fact]) : undefined)) },
    ]
  })
}

/** A table that the others of the report join. */
function joint(table: FactTable): FactSection {
  return { ...tableSection('', table), isJoint: true }
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
  // A member of a group may be cited to show who else is in it.
  const cited = statements.flatMap(({ text, facts }) => {
    const all = facts.map(({ subject }) => subject)
    const named = all.filter(one => text.includes(nameOf(one).replace(/^the /, '')))
    return named.length > 0 ? named : all
  })
  const subjects = [...new Map(cited.map(subject => [subject.id, subject])).values()]
  return subjects.slice(0, MOST_SUBJECTS).map(profile)
}

/** The topics that the question names, and those of further values that it asks for. */
function scopeOf(
  { topics: named, statements }: FactAnswer,
  { topics, isPart }: Reporting,
): Topic[] {
  const whole = topics.all.filter(topic => named?.includes(topic.id))
  const known = new Set(whole.flatMap(attributeIds))
  const asked = new Set(statements.flatMap(({ facts }) => facts.map(one => one.attribute.id)))
  const isAsked = (id: number) => asked.has(id) && !known.has(id)
  const others = topics.all.filter(topic => attributeIds(topic).some(isAsked))
  return [...whole, ...others.map(topic => (isPart ? narrowed(topic, statements) : topic))]
}

/** A topic with the fields that sentences cite, and its series if that is of one of them. */
function narrowed(topic: Topic, statements: readonly FactStatement[]): Topic {
  const { series, ...own } = topic
  const cited = statements.flatMap(({ facts }) => facts)
  const isCited = ({ attribute, qualifier }: Field) =>
    cited.some(one => one.attribute.id === attribute.id && (one.qualifier ?? '') === qualifier)
  const fields = own.fields.filter(isCited)
  const isSame =
    cited.some(({ attribute }) => attribute.id === series?.id) ||
    data.against.some(
      one => one.series === series?.label && fields.some(({ id }) => id === one.field),
    )
  return { ...own, fields, ranked: own.ranked.filter(isCited), ...(series && isSame && { series }) }
}
