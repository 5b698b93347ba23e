import vocabulary from '../../../data/words.json' with { type: 'json' }
import { answerOf, type FactAnswer } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import { COUNTS, patternsOf } from '../read-question.ts'
import { type Asking, type AttributeSense, byTime, read } from '../select-facts.ts'
import { isWhen, PRESIDENT, runsOf, saySpan } from './records.ts'
import { yearsOf } from './say-holders.ts'

const BOTH = patternsOf(vocabulary.both)

const PARTNERS =
  /\bhad (?<number>no|more than one) vice presidents?\b|\bunder (?<under>more than one president|two presidents)\b|\bserved (?:only )?(?<terms>one|two|three|four) terms?\b/

/** Presidents by the number of their terms or vice presidents, and vice presidents of several presidents. */
export function answerByPartners(asking: Asking): FactAnswer | undefined {
  const { facts, question, asked = question.text, today } = asking
  const { number, under, terms: wanted } = PARTNERS.exec(asked)?.groups ?? {}
  if (!number && !under && !wanted) return undefined
  const rowsOf = (label: string) => {
    const ids = facts.attributes().flatMap(one => (one.label === label ? one.id : []))
    return read({ attributes: ids }, asking).toSorted(byTime)
  }
  const [presidents, vices] = [rowsOf(PRESIDENT), rowsOf(`Vice ${PRESIDENT}`)]
  const [own, others] = under ? [vices, presidents] : [presidents, vices]
  const named = question.mentions.flatMap(one => one.subjects.map(({ id }) => id))
  const isOfAll = own.every(({ subject }) => !named.includes(subject.id))
  const held = Map.groupBy(
    own.filter(row => isWhen(row, question) && (isOfAll || named.includes(row.subject.id))),
    ({ subject }) => subject.name,
  )
  const told = [...held].map(([name, terms]) => {
    const beside = others.filter(({ start = '', end = '' }) =>
      terms.some(term => start < (term.end ?? '') && end > (term.start ?? '')),
    )
    return { name, terms, beside, partners: [...new Set(beside.map(one => one.subject.name))] }
  })
  const found = told.filter(({ name, partners: { length } }) =>
    wanted
      ? own.filter(({ subject }) => subject.name === name).length === COUNTS.indexOf(wanted)
      : number === 'no'
        ? length === 0
        : under === 'two presidents'
          ? length === 2
          : length > 1,
  )
  if (found.length === 0) return undefined
  const list = found.map(({ name, terms, partners }) => {
    const years = runsOf(terms).map(run => yearsOf(run, today))
    const beside = wanted ? '' : partners.join(', ')
    return `${name} (${[years.join(', '), beside].filter(Boolean).join(': ')})`
  })
  const count = found.length
  const noun = `${under ? 'vice president' : 'president'}${count === 1 ? '' : 's'}`
  const did = under
    ? `served under ${under}`
    : wanted
      ? `held ${wanted} term${wanted === 'one' ? ' only' : 's'}, counting terms cut short or begun by succession`
      : `had ${number} vice president`
  return {
    ...answerOf({
      text: `${count} ${noun} of the United States${wanted ? saySpan(asking) : ''} ${did}: ${list.join('; ')}.`,
      facts: found.flatMap(({ terms, beside }) => [...terms, ...beside]),
      computed: [count, ...question.years],
    }),
    isOwnForm: true,
  }
}

/** "Which teams won the World Cup but never the Euro?": those who hold two records, or the one without the other. */
export function answerOfBoth(asking: Asking): FactAnswer | undefined {
  const { question, lexicon, facts } = asking
  const { phrases, mentions, years, isSpan, rest, text } = question
  const own = phrases.filter(({ senses }) => senses.some(({ type }) => type !== 'kind'))
  const records = own.map(phrase =>
    attributesOf(phrase).find(({ attribute }) => lexicon.wordsOf(attribute)?.isRecord),
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
