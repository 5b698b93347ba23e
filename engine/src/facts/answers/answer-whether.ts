import type { FactAnswer } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import { readFilters } from '../filters.ts'
import { sayFact } from '../say-facts.ts'
import type { Asking } from '../select-facts.ts'
import { sensesOf } from './answer-over-kind.ts'

const ASKED = /^(?:is|are|does|do|has|have)\b/i

/** Answers whether one subject meets a condition: "Is Norway in NATO?", "Is Bolivia landlocked?" */
export function answerWhether(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, years, rest, conditions } = asking.question
  if (!ASKED.test(text) || !isPlain(conditions) || years.length + rest.length > 0) return undefined
  const [mention, ...others] = mentions.filter(
    one => !phrases.some(phrase => phrase.text === one.text),
  )
  const [subject, ...namesakes] = mention?.subjects ?? []
  if (!mention || !subject || others.length > 0 || namesakes.length > 0) return undefined
  const question = { ...asking.question, mentions: mentions.filter(one => one !== mention) }
  const found = readFilters({ ...asking, question }, subject.kind)
  const [filter, ...more] = found?.filters ?? []
  const isRead = phrases.every(
    one =>
      found?.used.has(one) ||
      one.senses.some(({ type }) => type === 'kind') ||
      isMembership(one.text),
  )
  if (!filter || more.length > 0 || !isRead) return undefined
  if (sensesOf('member', asking).some(({ left }) => left.includes(subject.name))) return undefined
  const tested = filter.tested.get(subject.id)
  if (!tested) return undefined
  const { fact, isMet } = tested
  // A profile does not name what the country is not in, so a member's is cited as well.
  const member = [...filter.tested.values()].find(one => one.isMet)?.fact
  const facts = isMet || !member || filter.saysFact ? [fact] : [fact, member]
  const verdict = isMet ? 'Yes' : 'No'
  const said = filter.saysFact
    ? `${verdict}: ${sayFact(fact, asking).text}`
    : `${verdict}: ${subject.name} ${singular(isMet ? filter.is : filter.isNot)}.`
  return { statements: [{ text: said, facts }], details: [], missing: [] }
}

function isMembership(text: string): boolean {
  return /^(?:member|part)s? of$/i.test(text)
}

function singular(predicate: string): string {
  return predicate
    .replace(/^are\b/, 'is')
    .replace(/^have\b/, 'has')
    .replace(/^do\b/, 'does')
    .replace(/^use\b/, 'uses')
}
