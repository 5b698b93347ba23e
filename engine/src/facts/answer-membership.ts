import type { FactAnswer } from './answer.ts'
import { isPlain } from './conditions.ts'
import { sayFact } from './say-facts.ts'
import { type Asking, read } from './select-facts.ts'

const ORGANIZATIONS = 'International organization participation'
const ADDED = 'Added to the S&P 500'

/** Answers whether a country is in an organization, or a company in the index: "Is Norway in NATO?" */
export function answerMembership(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, rest, years, conditions } = asking.question
  const [phrase, ...more] = phrases.filter(
    ({ senses }) =>
      !senses.some(one => 'attribute' in one && one.attribute.label === ORGANIZATIONS),
  )
  const [mention, ...others] = mentions.filter(one => one.text !== phrase?.text)
  const isAsked = /^is\b.*\b(?:in|part of|member of)\b/i.test(text) && isPlain(conditions)
  if (
    !isAsked ||
    !phrase ||
    !mention ||
    more.length + others.length + rest.length + years.length > 0
  )
    return undefined
  const member = phrase.senses.find(({ type }) => type === 'member')
  const isIndex = /^s&p 500$/i.test(phrase.text)
  const label = member ? ORGANIZATIONS : isIndex ? ADDED : undefined
  const attribute = asking.facts.attributes().find(one => one.label === label)
  if (!attribute) return undefined
  const subjects = mention.subjects.map(({ id }) => id)
  const [fact, ...rows] = read({ subjects, attributes: [attribute.id] }, asking)
  if (!fact || rows.length > 0) return undefined
  if (member?.type !== 'member') {
    const { text: said, ...statement } = sayFact(fact, asking)
    return { statements: [{ ...statement, text: `Yes: ${said}` }], details: [], missing: [] }
  }
  const { organization, said, left } = member
  const { name } = fact.subject
  // A profile says in brackets if a country is only a partner or an observer, and one may be out of date.
  const isMember = (fact.text ?? '').split(/[,;]\s*/).includes(organization)
  if (!isMember || left.includes(name)) return undefined
  const statement = { text: `Yes: ${name} is listed as a member of ${said}.`, facts: [fact] }
  return { statements: [statement], details: [], missing: [] }
}
