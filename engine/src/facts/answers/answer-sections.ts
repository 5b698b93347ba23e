import { answerOf, type FactAnswer } from '../answer.ts'
import type { Attribute, Subject } from '../fact.ts'
import { compareField } from '../report/compare-topic.ts'
import { sayTopic } from '../report/describe-topic.ts'
import { attributesOf } from '../report/report-on-subjects.ts'
import { openProfile, type Topic, topicsOf } from '../report/topics.ts'
import { sayFact, sayTogether, tableOf } from '../say-facts.ts'
import { type Asking, valuesOf } from '../select-facts.ts'

type Groups = readonly (readonly Subject[])[]

/** Sentences of a topic that is asked about, and further topics that may hold a reason. */
const SHORT = 3
const MOST_WHOLE = 3
const MOST_RELATED = 3

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

export function answerSections(groups: Groups, wanted: string, asking: Asking): FactAnswer {
  const isOf = ({ section }: { readonly section: string }) => section === wanted
  return (
    answerTopics(groups, topicsOf(asking.facts).all.filter(isOf), asking) ??
    answerRows(groups, asking.facts.attributes().filter(isOf), asking)
  )
}

/** A person or a company has few facts: all of them make its overview. */
export function answerOverview(groups: Groups, asking: Asking): FactAnswer {
  return (
    answerTopics(groups, topicsOf(asking.facts).overview, asking) ??
    answerRows(groups, asking.facts.attributes(), asking)
  )
}

/** The topics that hold an attribute of the question and those that bear on them. */
export function answerReasons(groups: Groups, asking: Asking): FactAnswer | undefined {
  const { phrases, text } = asking.question
  const { all } = topicsOf(asking.facts)
  const asked = new Set(
    phrases.flatMap(({ senses }) =>
      senses.flatMap(sense => ('attribute' in sense ? sense.attribute.id : [])),
    ),
  )
  const own = all.filter(topic => attributesOf(topic).some(id => asked.has(id)))
  // A short answer has no room for a section, and only figures are worth having without a reason.
  const isOfFigures = own.some(({ ranked }) =>
    ranked.some(({ attribute }) => asked.has(attribute.id)),
  )
  if (own.length === 0 || (asking.most <= SHORT && !isOfFigures)) return undefined
  const others = own
    .flatMap(topic => topic.related)
    .flatMap(id => all.find(topic => topic.id === id && !own.includes(topic)) ?? [])
  const topics = [...own, ...new Set(others)].slice(0, own.length + MOST_RELATED)
  const answer = answerTopics(groups, topics, asking, own)
  const missing = `A stated reason for “${text.replace(/[\s?]+$/, '')}” (the figures bear on it, but no source explains it)`
  return answer && { ...answer, missing: [missing] }
}

/** The first sentence of each topic, or several of it; of several subjects who has more. Undefined without any. */
function answerTopics(
  groups: Groups,
  topics: readonly Topic[],
  { facts, admits, most }: Asking,
  whole: readonly Topic[] = [],
): FactAnswer | undefined {
  const profiles = groups.flatMap(group =>
    group.slice(0, 1).map(subject => openProfile(subject, { facts, admits })),
  )
  const [first, ...others] = profiles
  if (!first) return undefined
  const statements = topics.flatMap((topic, at) =>
    others.length === 0
      ? sayTopic(topic, first).slice(0, whole.includes(topic) ? MOST_WHOLE : 1)
      : topic.ranked
          .slice(0, at === 0 ? 2 : 1)
          .flatMap(field => compareField(field, profiles) ?? []),
  )
  if (statements.length === 0) return undefined
  const ids = (whole.length > 0 ? whole : topics).map(({ id }) => id)
  return { ...answerOf(...statements.slice(0, most)), topics: ids }
}

/** The main value of each attribute; side by side for several subjects. */
function answerRows(groups: Groups, attributes: readonly Attribute[], asking: Asking): FactAnswer {
  const subjects = groups.flatMap(group => group.slice(0, 1))
  const rows = attributes.map(attribute =>
    subjects.map(subject =>
      valuesOf(subject, [{ type: 'attribute', attribute }], asking).filter(
        ({ qualifier }) => qualifier !== 'note',
      ),
    ),
  )
  const isOne = subjects.length === 1
  const shared = rows
    .filter(row => row.every(own => own.length > 0))
    .map(row => row.flatMap(own => own.slice(0, 1)))
  const statements = isOne
    ? rows.flat(2).map(fact => sayFact(fact, asking))
    : shared.map(row => sayTogether(row, { lexicon: asking.lexicon }))
  return {
    statements: statements.slice(0, asking.most),
    details: statements.slice(asking.most),
    ...(!isOne && shared.length > 0 && { table: tableOf(shared.flat()) }),
    missing: [],
  }
}
