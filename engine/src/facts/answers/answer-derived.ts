import { capital } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, readFilters, reasonsFor } from '../filters.ts'
import type { Derived } from '../lexicon.ts'
import { ownerOf } from '../report/say-value.ts'
import { datedValue, lower, sayAmount } from '../say-facts.ts'
import { type Asking, canSum, figuresOf, read, sensesOf, sumOf } from '../select-facts.ts'

const JOINED = { minus: 'minus', times: 'of a GDP of', per: 'divided by' } as const
/** Some countries are on two continents, and the collection counts each on one. */
const DISPUTED = ['Europe', 'Asia']
const COMPARES = /^(?:is|are|was|were|does|do|has|have|which|what)\b.*\b(?:than|or)\b/i

/** Answers with a figure that no collection has but that follows from two that they have. */
export function answerDerived(asking: Asking): FactAnswer | undefined {
  const { mentions, phrases, rest, conditions, thresholds, direction } = asking.question
  const [sense, ...more] = sensesOf('derived', asking)
  if (!sense) return answerAgainstGroup(asking)
  const isMore =
    phrases.length > 1 || rest.length + conditions.others.length + thresholds.length > 0
  if (more.length > 0 || mentions.length === 0 || isMore || direction) return undefined
  const { derived } = sense
  const subjects = mentions.flatMap(one => one.subjects.slice(0, 1))
  const found = subjects.map(subject => ({ subject, said: derive(subject, derived, asking) }))
  const when = asking.question.years.length > 0 ? ` in ${asking.question.years.join(' to ')}` : ''
  return {
    ...answerOf(...found.flatMap(({ said }) => said ?? [])),
    missing: found
      .filter(({ said }) => !said)
      .map(({ subject }) => `${subject.name}: ${derived.named}${when}`),
  }
}

/** The two figures must be of one year. */
function derive(
  subject: Subject,
  { named, by, of }: Derived,
  asking: Asking,
): FactStatement | undefined {
  const { years } = asking.question
  const [ones = [], others = []] = of.map(names =>
    names.flatMap(([label = '', qualifier = '']) => rowsOf(subject, { label, qualifier }, asking)),
  )
  const pairs = ones.flatMap(one => {
    const other = others.find(({ year }) => year === one.year)
    return other && (years.length === 0 || years.includes(one.year ?? 0)) ? [[one, other]] : []
  })
  const [one, other] = pairs.toSorted(([a], [b]) => (b?.year ?? 0) - (a?.year ?? 0))[0] ?? []
  if (one?.number === undefined || !other?.number) return undefined
  const number =
    by === 'minus'
      ? one.number - other.number
      : by === 'times'
        ? (one.number / 100) * other.number
        : one.number / other.number
  const { amount, value } = sayAmount(Math.abs(number), by === 'times' ? other : one)
  const when = one.year === undefined ? '' : ` in ${one.year}`
  const bare = (fact: Fact) => datedValue(fact).replace(/\s*\(\d{4}(?: est\.)?\)$/, '')
  const share = by === 'times' ? bare(one).replace(/ of GDP$/, '') : bare(one)
  return {
    text: `${capital(ownerOf(subject))} ${named} ${/^[\w ]*[^su]s\b/.test(named.split(' (')[0]?.split(' per ')[0] ?? '') ? 'were' : 'was'} ${number < 0 ? '−' : ''}${amount}${when}: ${share} ${JOINED[by]} ${bare(other)}.`,
    facts: [one, other],
    computed: [
      number < 0 ? -value : value,
      value,
      ...[one, other].flatMap(fact => fact.number ?? []),
    ],
  }
}

function rowsOf(
  subject: Subject,
  { label, qualifier }: { label: string; qualifier: string },
  asking: Asking,
): Fact[] {
  const attributes = asking.facts.attributes().filter(one => one.label === label)
  return read(
    { subjects: [subject.id], attributes: attributes.map(({ id }) => id) },
    asking,
  ).filter(row => row.number !== undefined && (row.qualifier ?? '') === qualifier)
}

/** "Is Russia bigger than Africa?": the country beside the sum over the countries of the group. */
function answerAgainstGroup(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, rest, years, thresholds } = asking.question
  const groups = phrases.filter(({ senses }) =>
    senses.some(({ type }) => type === 'group' || type === 'member'),
  )
  if (sensesOf('group', asking).some(({ group }) => DISPUTED.includes(group))) return undefined
  const [own, ...others] = mentions.filter(one => !groups.some(group => group.text === one.text))
  const [subject, ...namesakes] = own?.subjects ?? []
  const isMore =
    others.length + namesakes.length + rest.length + years.length + thresholds.length > 0
  if (groups.length !== 1 || !subject || isMore || !COMPARES.test(text)) return undefined
  const question = { ...asking.question, mentions: [] }
  const [filter, ...more] = readFilters({ ...asking, question }, 'country')?.filters ?? []
  const extremes = sensesOf('extreme', asking)
  const named = phrases.flatMap(attributesOf)
  const senses =
    named.length > 0 ? named : extremes.map(one => ({ ...one, type: 'attribute' as const }))
  if (!filter || more.length > 0) return undefined
  for (const sense of senses) {
    const figures = figuresOf(sense, asking)
    const mine = figures.find(one => one.subject.id === subject.id)
    const members = figures.filter(
      one => one.subject.kind === 'country' && reasonsFor(one.subject.id, [filter]),
    )
    if (!mine?.number || members.length < 2 || !canSum(mine)) continue
    const total = sumOf(members)
    const isLess = extremes.some(({ direction }) => direction === 'lowest')
    const isYes = isLess ? mine.number < total : mine.number > total
    const { amount, value } = sayAmount(total, mine)
    const verdict = /^(?:which|what)\b/i.test(text) ? '' : isYes ? 'Yes. ' : 'No. '
    const label = lower(asking.lexicon.wordsOf(mine.attribute)?.named ?? mine.attribute.label)
    return answerOf({
      text: `${verdict}${subject.name} has ${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label} of ${datedValue(mine)}; the ${members.length} countries ${filter.of} have ${amount} together.`,
      facts: [mine, ...members],
      computed: [value, members.length],
    })
  }
  return undefined
}
