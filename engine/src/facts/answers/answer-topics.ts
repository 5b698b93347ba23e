import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Attribute, Subject } from '../fact.ts'
import { compareField, sayTopic } from '../report/describe-topic.ts'
import { nameOf } from '../report/say-value.ts'
import { openProfile, type Profile, type Topic, topicsOf } from '../report/topics.ts'
import { lower, sayFact } from '../say-facts.ts'
import { type Asking, valuesOf } from '../select-facts.ts'

export type Groups = readonly (readonly Subject[])[]

/** Sentences of a topic that is asked about. */
const MOST_WHOLE = 3
const LEAST_OF_OVERVIEW = 6
const MOST_BEARING = 6
/** Several answers as one: as many statements on a topic as there is room for. */
export function joined(answers: readonly FactAnswer[], { most }: Pick<Asking, 'most'>): FactAnswer {
  const each = Math.max(1, Math.floor(most / answers.length))
  // Values that a question names are all said.
  const roomFor = ({ topics, statements }: FactAnswer) => (topics ? each : statements.length)
  const topics = [...new Set(answers.flatMap(answer => answer.topics ?? []))]
  const { years } = answers.find(one => one.years) ?? {}
  const layouts = answers.flatMap(one => one.layouts ?? [])
  return {
    statements: answers.flatMap(one => one.statements.slice(0, roomFor(one))),
    ...(topics.length > 0 && { topics }),
    ...(years && { years }),
    ...(answers.some(one => one.layouts) && { layouts }),
    missing: answers.flatMap(({ missing }) => missing),
  }
}

export function answerSections(groups: Groups, wanted: string, asking: Asking): FactAnswer {
  const isOf = ({ section }: { readonly section: string }) => section === wanted
  const topics = topicsOf(asking.facts).all.filter(isOf)
  return (
    answerTopics(groups, topics, asking, topics.length === 1 ? topics : []) ??
    answerRows(groups, asking.facts.attributes().filter(isOf), asking)
  )
}

/** A person or a company has few facts: all of them make its overview. */
export function answerOverview(groups: Groups, asking: Asking): FactAnswer {
  const most = Math.max(asking.most, LEAST_OF_OVERVIEW)
  return (
    answerTopics(groups, topicsOf(asking.facts).overview, { ...asking, most }) ??
    answerRows(groups, asking.facts.attributes(), asking)
  )
}

/** A sentence of a topic that names its subject: "In Chile, unemployment was …". */
function naming(statement: FactStatement): FactStatement {
  const [subject] = statement.facts.map(fact => fact.subject)
  if (!subject || statement.text.includes(subject.name)) return statement
  return { ...statement, text: `In ${nameOf(subject)}, ${lower(statement.text)}` }
}

/** The first sentence of each topic, or several of it; of several subjects who has more. Undefined without any. */
function answerTopics(
  groups: Groups,
  topics: readonly Topic[],
  { facts, admits, lexicon, most }: Asking,
  whole: readonly Topic[] = [],
): FactAnswer | undefined {
  const profiles = groups.flatMap(group =>
    group.slice(0, 1).map(subject => openProfile(subject, { facts, admits })),
  )
  const [first, ...others] = profiles
  if (!first) return undefined
  const compared = (topic: Topic, at: number) =>
    topic.ranked
      .slice(0, whole.includes(topic) ? MOST_BEARING : at === 0 ? 2 : 1)
      .flatMap(field => compareField(field, profiles, lexicon) ?? [])
  // A section without figures, such as the government, is said of each.
  const isOfTexts = (topic: Topic) => {
    const own = topics.filter(({ section }) => section === topic.section)
    return own[0] === topic && own.every(one => compared(one, 0).length === 0)
  }
  const statements = topics.flatMap((topic, at) =>
    others.length === 0
      ? sayTopic(topic, first).slice(0, whole.includes(topic) ? MOST_WHOLE : 1)
      : isOfTexts(topic)
        ? sayBeside(topic, profiles)
        : compared(topic, at),
  )
  if (statements.length === 0) return undefined
  const ids = (whole.length > 0 ? whole : topics).map(({ id }) => id)
  return { ...answerOf(...statements.slice(0, most)), topics: ids }
}

/** The first sentence of a topic that can be said of each subject, as one. */
function sayBeside(topic: Topic, profiles: readonly Profile[]): FactStatement[] {
  const said = topic.sentences
    .map(one => profiles.flatMap(own => sayTopic({ ...topic, sentences: [one] }, own)))
    .find(({ length }) => length === profiles.length)
    ?.map(naming)
  if (!said) return []
  const text = `${said.map(one => one.text.replace(/\.$/, '')).join('; ')}.`
  const computed = said.flatMap(one => one.computed ?? [])
  return [{ text, facts: said.flatMap(({ facts }) => facts), computed }]
}

/** The main values of each attribute. */
function answerRows(groups: Groups, attributes: readonly Attribute[], asking: Asking): FactAnswer {
  const statements = groups
    .flatMap(group => group.slice(0, 1))
    .flatMap(subject =>
      attributes.flatMap(attribute =>
        valuesOf(subject, [{ type: 'attribute', attribute }], asking),
      ),
    )
    .filter(({ qualifier }) => qualifier !== 'note')
    .map(fact => sayFact(fact, asking))
  return answerOf(...statements.slice(0, asking.most))
}
