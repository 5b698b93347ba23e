import vocabulary from '../../../data/words.json' with { type: 'json' }
import { joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import { patternsOf } from '../read-question.ts'
import { sayDay } from '../say-facts.ts'
import { type Asking, type AttributeSense, byTime, read } from '../select-facts.ts'
import { isWhen, OFFICES } from './records.ts'

const PARTS = patternsOf(vocabulary.parts)
const BOTH = patternsOf(vocabulary.both)
const MOST_FOLLOWERS = 3

/** "Which teams won the World Cup but never the Euro?": those who hold two records, or the one without the other. */
export function answerOfBoth(asking: Asking): FactAnswer | undefined {
  const { question, lexicon, facts } = asking
  const { phrases, mentions, years, isSpan, rest, text } = question
  const own = phrases.filter(({ senses }) => senses.some(({ type }) => type !== 'kind'))
  const records = own.map(phrase =>
    attributesOf(phrase).find(({ attribute }) => lexicon.wordsOf(attribute)?.holders),
  )
  const [one, other, ...more] = records
  const isOut = BOTH.never.test(text.slice(own[0]?.end, own[1]?.start))
  const isLater = !isOut && !BOTH.also.test(text) && BOTH.later.test(text)
  const isMore = more.length + mentions.length > 0 || (years.length > 0 && !isSpan)
  if (!one || !other || isMore || rest.some(word => !BOTH.said.test(word))) return undefined
  if (one.attribute.id === other.attribute.id) return undefined
  const isOfTwo = one.attribute.collection !== other.attribute.collection
  if (!isOut && !isLater && !isOfTwo && !BOTH.also.test(text)) return undefined
  // A president who won a prize is a subject of each of the collections.
  const keysOf = ({ subject: { id } }: Fact) => [
    `${id}`,
    ...(isOfTwo ? facts.namesOf(id).filter(name => name.includes(' ')) : []),
  ]
  const newestFirst = ({ attribute, qualifier }: AttributeSense) =>
    read({ attributes: [attribute.id] }, asking)
      .filter(row => !qualifier || row.qualifier === qualifier)
      .toSorted((a, b) => -byTime(a, b))
  const others = newestFirst(other).filter(row => isWhen(row, question))
  const next = new Map(others.flatMap(row => keysOf(row).map(key => [key, row])))
  const holders = new Map(newestFirst(one).map(row => [row.subject.id, row]))
  const found = [...holders.values()]
    .map(row => [row, ...keysOf(row).flatMap(key => next.get(key) ?? [])].slice(0, 2))
    .filter(([row, second]) =>
      row && second ? !isOut && (!isLater || byTime(row, second) < 0) : isOut,
    )
    .toSorted((a, b) => byTime(a.at(-1) as Fact, b.at(-1) as Fact))
  if (found.length === 0) return undefined
  const names = found.map(
    own => `${own[0]?.subject.name} (${own.map(({ year }) => year).join(', ')})`,
  )
  const [first = '', second = ''] = [one, other].map(
    ({ attribute }) => lexicon.wordsOf(attribute)?.counted ?? '',
  )
  const how = isOut ? 'but never' : isLater ? 'and later' : 'and also'
  return answerOf({
    text: `${first.replace('{count}', `${found.length}`)} ${how} ${second.replace(/^\S+ \S+ /, '')} (first years): ${names.join(', ')}.`,
    facts: isOut ? [...found.flat(), ...others] : found.flat(),
    computed: [found.length],
  })
}

/** "Which state has the most representatives?", "How many companies are in each sector?" */
export function answerByPart(asking: Asking): FactAnswer | undefined {
  const { text, phrases, mentions, years, thresholds, rest, count = 1, direction } = asking.question
  const [part = ''] = PARTS.asks.exec(text)?.slice(1).filter(Boolean) ?? []
  const isElse = [...mentions, ...years, ...thresholds].length > 0
  const isSaid = (word: string) => PARTS.said.test(word)
  if (!part || isElse || ![...rest, ...phrases.map(one => one.text)].every(isSaid)) return undefined
  const office = phrases.flatMap(attributesOf).find(one => one.attribute.collection === OFFICES)
  const partOf = ({ qualifier = '', text: value = '' }: Fact) =>
    (office && part === 'state'
      ? qualifier.split(', ')[0]
      : value.split(', ').at(office ? 0 : -1)) ?? ''
  const now = (label: string) => {
    const ids = asking.facts.attributes().flatMap(one => (one.label === label ? one.id : []))
    // Later vacancies are unknown.
    return read({ attributes: ids }, asking).filter(
      ({ start = '', end = '9', source: { publishedOn: day } }) => start <= day && day < end,
    )
  }
  const label = office?.attribute.label ?? (part === 'sector' ? 'Sector' : 'Headquarters')
  // Territories have delegates, and some companies have their seat abroad.
  const states = now('United States Senator').map(({ qualifier }) => qualifier)
  const sign = direction === 'lowest' ? 1 : -1
  const counted = [...Map.groupBy(now(label), partOf)]
    .filter(([name]) => part !== 'state' || states.includes(name))
    .toSorted(([, one], [, other]) => sign * (one.length - other.length))
  const isEach = PARTS.each.test(text)
  const last = counted.at(isEach ? -1 : count - 1)?.[1]
  const at = counted.findLastIndex(([, own]) => own.length === last?.length) + 1
  const told = counted.slice(0, sign < 0 ? at + MOST_FOLLOWERS : at)
  if (!last?.[0]) return undefined
  const list = told.map(([name, { length }]) => `${name} (${length})`)
  const noun = office ? `${label.split(' ').at(-1)?.toLowerCase()}s` : 'S&P 500 companies'
  const most = isEach ? '' : `${sign < 0 ? 'the most' : 'the fewest'} `
  const next = told.length > at ? `, followed by ${joinAnd(list.slice(at))}` : ''
  const day = sayDay(last[0].source.publishedOn)
  return answerOf({
    text: `As of ${day}, the ${part} with ${most}${noun}: ${joinAnd(list.slice(0, at))}${next}.`,
    facts: told.flatMap(([, own]) => own),
    computed: told.map(([, own]) => own.length),
    named: [day],
  })
}
