import type { FactAnswer } from '../answer.ts'
import type { Subject } from '../fact.ts'
import type { FactQuestion } from '../read-question.ts'
import { compareField } from '../report/compare-topic.ts'
import { sayTopic } from '../report/describe-topic.ts'
import { openProfile, type Topic, topicsOf } from '../report/topics.ts'
import { sayFact, sayTogether, tableOf } from '../say-facts.ts'
import { type Asking, valuesOf } from '../select-facts.ts'

/** Sentences of a topic that is asked about, and further topics that may hold a reason. */
const SHORT = 3
const MOST_WHOLE = 3
const MOST_RELATED = 3

export function sectionsOf({ question }: Asking): string[] {
  const named = question.phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => (sense.type === 'section' ? sense.section : [])),
  )
  return [...new Set(named)]
}

export function isWhy({ text }: FactQuestion): boolean {
  return /^why\b/i.test(text)
}

function noReason({ text }: FactQuestion): string {
  return `A stated reason for “${text.replace(/[\s?]+$/, '')}” (the figures bear on it, but no source explains it)`
}

/** Several answers as one: as many statements of each as there is room for, the rest as details. */
export function joined(answers: readonly FactAnswer[], { most }: Asking): FactAnswer {
  const each = Math.max(1, Math.floor(most / answers.length))
  const topics = [...new Set(answers.flatMap(answer => answer.topics ?? []))]
  const columns = answers.find(({ table }) => table)?.table?.columns
  const rows = answers.flatMap(({ table }) => table?.rows ?? [])
  return {
    statements: answers.flatMap(({ statements }) => statements.slice(0, each)),
    details: answers.flatMap(({ statements, details }) => [...statements.slice(each), ...details]),
    ...(columns && { table: { columns, rows } }),
    ...(topics.length > 0 && { topics }),
    missing: answers.flatMap(({ missing }) => missing),
  }
}

export function answerSections(
  groups: readonly (readonly Subject[])[],
  sections: readonly string[],
  asking: Asking,
): FactAnswer {
  const { all } = topicsOf(asking.facts)
  const topics = all.filter(({ section }) => sections.includes(section))
  const attributes = asking.facts.attributes().filter(({ section }) => sections.includes(section))
  return (
    answerTopics(groups, topics, asking) ??
    answerRows(
      groups,
      attributes.map(({ id }) => id),
      asking,
    )
  )
}

export function answerOverview(
  groups: readonly (readonly Subject[])[],
  asking: Asking,
): FactAnswer {
  const answer = answerTopics(groups, topicsOf(asking.facts).overview, asking)
  if (answer) return answer
  // A person or a company has few facts: all of them make its overview.
  const all = asking.facts.attributes().map(({ id }) => id)
  return answerRows(groups, all, asking)
}

/** The topics that hold an attribute of the question and those that bear on them. */
export function answerReasons(
  groups: readonly (readonly Subject[])[],
  asking: Asking,
): FactAnswer | undefined {
  const { all } = topicsOf(asking.facts)
  const asked = new Set(
    asking.question.phrases.flatMap(({ senses }) =>
      senses.flatMap(sense => ('attribute' in sense ? sense.attribute.id : [])),
    ),
  )
  const own = all.filter(
    ({ fields, series }) =>
      fields.some(({ attribute }) => asked.has(attribute.id)) || (series && asked.has(series.id)),
  )
  // A short answer has no room for a section, and only figures are worth having without a reason.
  const isOfFigures = own.some(({ ranked }) =>
    ranked.some(({ attribute }) => asked.has(attribute.id)),
  )
  if (own.length === 0 || (asking.most <= SHORT && !isOfFigures)) return undefined
  const others = own
    .flatMap(topic => topic.related)
    .flatMap(id => all.find(topic => topic.id === id && !own.includes(topic)) ?? [])
  const topics = [...own, ...new Set(others)].slice(0, own.length + MOST_RELATED)
  const answer = answerTopics(groups, topics, { ...asking, whole: own })
  return answer && { ...answer, missing: [noReason(asking.question)] }
}

/** The first sentence of each topic, or all of it; of several subjects who has more. Undefined without any. */
function answerTopics(
  groups: readonly (readonly Subject[])[],
  topics: readonly Topic[],
  { facts, admits, most, whole = [] }: Asking & { readonly whole?: readonly Topic[] },
): FactAnswer | undefined {
  const profiles = groups.flatMap(group =>
    group.slice(0, 1).map(subject => openProfile(subject, { facts, admits })),
  )
  const [first] = profiles
  if (!first) return undefined
  const statements = topics.flatMap(topic =>
    profiles.length === 1
      ? sayTopic(topic, first).slice(0, whole.includes(topic) ? MOST_WHOLE : 1)
      : topic.ranked
          .slice(0, topic === topics[0] ? 2 : 1)
          .flatMap(field => compareField(field, profiles) ?? []),
  )
  if (statements.length === 0) return undefined
  return {
    statements: statements.slice(0, most),
    details: [],
    topics: (whole.length > 0 ? whole : topics).map(({ id }) => id),
    missing: [],
  }
}

/** The main value of each attribute; side by side for several subjects. */
function answerRows(
  groups: readonly (readonly Subject[])[],
  attributes: readonly number[],
  asking: Asking,
): FactAnswer {
  const subjects = groups.flatMap(group => group.slice(0, 1))
  const known = new Map(asking.facts.attributes().map(attribute => [attribute.id, attribute]))
  const rows = attributes.flatMap(id => {
    const attribute = known.get(id)
    if (!attribute) return []
    const found = subjects.map(subject =>
      valuesOf(subject, [{ type: 'attribute', attribute }], asking),
    )
    return [found.map(own => own.filter(({ qualifier }) => qualifier !== 'note'))]
  })
  const held = rows.filter(row => row.some(own => own.length > 0))
  if (subjects.length > 1) {
    const shared = held
      .filter(row => row.every(own => own.length > 0))
      .map(row => row.flatMap(own => own.slice(0, 1)))
    const statements = shared.map(row => sayTogether(row, { lexicon: asking.lexicon }))
    return {
      statements: statements.slice(0, asking.most),
      details: statements.slice(asking.most),
      ...(shared.length > 0 && { table: tableOf(shared.flat()) }),
      missing: [],
    }
  }
  const statements = held.flat(2).map(fact => sayFact(fact, asking))
  return {
    statements: statements.slice(0, asking.most),
    details: statements.slice(asking.most),
    missing: [],
  }
}
