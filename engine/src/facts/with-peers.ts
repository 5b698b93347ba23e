import type { Fact } from './fact.ts'
import type { Facts } from './facts.ts'
import { mentionOf, type Phrase } from './find-named.ts'
import type { FactQuestion } from './read-question.ts'

/** With more countries, a comparison says less than a ranking. */
const MOST_PEERS = 10

/** The question with the countries of its group named one by one: "How do the Baltic states compare?" */
export function withMembers(question: FactQuestion, facts: Facts): FactQuestion {
  const conditions = question.phrases.flatMap(phrase =>
    phrase.senses.flatMap(one => (one.type === 'condition' && one.group ? { phrase, one } : [])),
  )
  const [group] = question.mentions.length === 0 ? conditions : []
  if (!group) return question
  const members = facts.find({ attributes: [group.one.attribute.id] }).filter(group.one.has)
  const named = naming(members, group.phrase, question)
  return named.mentions.length <= MOST_PEERS ? named : question
}

function naming(rows: readonly Pick<Fact, 'subject'>[], phrase: Phrase, question: FactQuestion) {
  const countries = rows.map(({ subject }) => subject).filter(({ kind }) => kind === 'country')
  const once = [...new Map(countries.map(one => [one.id, one])).values()]
  const phrases = question.phrases.filter(one => one !== phrase)
  return { ...question, phrases, mentions: once.map(one => mentionOf(one)) }
}
