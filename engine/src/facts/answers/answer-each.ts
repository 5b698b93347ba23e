import vocabulary from '../../../data/words.json' with { type: 'json' }
import type { FactAnswer } from '../answer.ts'
import { attributesOf } from '../filters.ts'
import type { Mention, Phrase } from '../find-named.ts'
import type { FactQuestion } from '../read-question.ts'
import type { Asking } from '../select-facts.ts'
import { joined } from './answer-topics.ts'

const SHARE = /\b(?:share|percentage|percent|proportion|fraction) of\b/i
const VERDICT = /\bdoes (?:best|worst) by\b/i
const RANK = /\brank(?:s|ed|ing)?\b/i
const HIGH = new RegExp(vocabulary.degrees.highest, 'i')
const LOW = new RegExp(vocabulary.degrees.lowest, 'i')
/** Between the items of a list. */
const AND = /^(?:['’]s)?[\s,]*(?:\b(?:and|or)\b|&|,)\s*(?:the\s+|in\s+|that of\s+)*$/i
/** Asks for a year or a place of each. */
const APART = /^(?:in )?(?:which|what) years?\b|^(?:where|when)\b/i
const PEOPLE = ['laureate', 'officeholder']

/** Asks for each group, measure, year or subject that a question lists by itself; undefined unless all have an answer. */
export function answerEach(
  asking: Asking,
  answer: (asking: Asking) => FactAnswer | undefined,
): FactAnswer | undefined {
  const { question } = asking
  if (question.conditions.others.length > 0 || question.thresholds.length > 0) return undefined
  for (const each of splitsOf(question)) {
    const told = each.flatMap(one => answer({ ...asking, question: one }) ?? [])
    if (told.length > 1 && told.length === each.length)
      return { ...told[0], ...joined(told, { most: asking.most * told.length }) }
  }
  return undefined
}

function splitsOf(question: FactQuestion): FactQuestion[][] {
  const { phrases, mentions, operations, direction, text } = question
  const isOfExtreme = phrases.some(one => one.senses.some(({ type }) => type === 'extreme'))
  const isOneWay = !(HIGH.test(text) && LOW.test(text)) && !isOfExtreme
  const isOfAll = operations.has('sum') || operations.has('average') || SHARE.test(text)
  const isRanked = isOneWay && !VERDICT.test(text) && (direction !== undefined || RANK.test(text))
  const isGroup = ({ senses }: Phrase) =>
    senses.some(one => one.type === 'condition' && one.group !== undefined)
  const isMeasure = (one: Phrase) => attributesOf(one).length > 0 && !isGroup(one)
  const listed = mentions.filter(
    ({ start }, at) =>
      isAfterOne(text, mentions[at - 1], start) ||
      isAfterOne(text, mentions[at], mentions[at + 1]?.start),
  )
  // Which of them is ahead is not said one by one.
  const isCompared = operations.has('compare') || direction !== undefined || isOfExtreme
  const isBetween = question.conditions.relation === 'between'
  const named = isCompared && !APART.test(text) ? [] : listed.slice(isBetween ? 1 : 0)
  const [person] = mentions.filter(isPerson)
  const each = <Item>(items: readonly Item[], put: (own: Item) => Partial<FactQuestion>) =>
    items.map(own => ({ ...question, ...put(own) }))
  const without = <Item>(all: readonly Item[], items: readonly Item[], own: Item) =>
    all.filter(one => one === own || !items.includes(one))
  const groups = isOfAll ? phrases.filter(isGroup) : []
  const measures = isOfAll || isRanked ? phrases.filter(isMeasure) : []
  return [
    each(groups, own => ({
      phrases: without(phrases, groups, own),
      mentions: mentions.filter(
        ({ text: name }) => name === own.text || groups.every(one => one.text !== name),
      ),
    })),
    each(measures, own => ({ phrases: without(phrases, measures, own) })),
    isOfAll && !question.isSpan ? each(question.years, own => ({ years: [own] })) : [],
    each(named, own => ({ mentions: without(mentions, named, own) })),
    // "Johnson" was the name of two presidents.
    each(person?.subjects ?? [], own => ({
      mentions: mentions.map(one => (one === person ? { ...one, subjects: [own] } : one)),
    })),
  ].filter(({ length }) => length > 1)
}

function isAfterOne(text: string, before: Mention | undefined, start: number | undefined): boolean {
  return before !== undefined && start !== undefined && AND.test(text.slice(before.end, start))
}

function isPerson({ subjects }: Mention): boolean {
  return subjects.length > 1 && subjects.every(({ kind }) => PEOPLE.includes(kind))
}
