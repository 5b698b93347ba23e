import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, readFilters, reasonsFor } from '../filters.ts'
import { sayOvertaking } from '../report/describe-series.ts'
import { ownerOf } from '../report/say-value.ts'
import { datedValue, figureOf, lower, readable, sayAmount } from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  byNumber,
  canSum,
  figuresOf,
  read,
  sumOf,
} from '../select-facts.ts'

const SHARE = /\b(?:share|percentage|percent|proportion|fraction) of\b/i
const WORLD = /^(?:the )?(?:world|earth)$/i
const OVERTAKES = /^(?:overt(?:ake|akes|ook|aken)|surpass(?:es|ed)?)$/i
/** A series has more values than the last few years of a profile. */
const LEAST_YEARS = 10

/** Answers with a figure that no row has: a share of a whole, the year of a mark, the highest value ever. */
export function answerCalculated(asking: Asking): FactAnswer | undefined {
  const { phrases, rest, conditions, years, text } = asking.question
  const [measure, ...more] = phrases.filter(phrase => attributesOf(phrase).length > 0)
  const [word, ...unknown] = rest
  const isOvertaking = word !== undefined && OVERTAKES.test(word)
  const isMore = more.length + unknown.length + conditions.others.length + years.length > 0
  if (!measure || isMore || (word !== undefined && !isOvertaking)) return undefined
  const senses = attributesOf(measure)
  const solve = isOvertaking ? overtaking : SHARE.test(text) ? sayShare : ofSeries
  const statement = solve(senses, asking)
  return statement && answerOf(statement)
}

/** "When did China's GDP overtake Japan's?" */
function overtaking(senses: readonly AttributeSense[], asking: Asking): FactStatement | undefined {
  const { mentions } = asking.question
  const subjects = mentions.flatMap(one => one.subjects)
  if (mentions.length !== 2 || subjects.length !== 2) return undefined
  const series = senses
    .map(sense => subjects.map(subject => seriesOf(subject, [sense], asking)))
    .find(all => all.every(({ length }) => length >= LEAST_YEARS))
  const name = lower(series?.[0]?.[0]?.attribute.label.replace(/ by year/, '') ?? '')
  return series && sayOvertaking(series, name)
}

function seriesOf(subject: Subject, senses: readonly AttributeSense[], asking: Asking): Fact[] {
  const all = senses.map(({ attribute }) =>
    read({ subjects: [subject.id], attributes: [attribute.id] }, asking)
      .filter(({ number, year }) => number !== undefined && year !== undefined)
      .toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0)),
  )
  return all.toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** "What share of the world's population lives in India?", "… in Africa?", "of Africa's, in Egypt?" */
function sayShare(senses: readonly AttributeSense[], asking: Asking): FactStatement | undefined {
  const { mentions, phrases } = asking.question
  const groups = phrases.filter(({ senses: own }) =>
    own.some(({ type }) => type === 'group' || type === 'member'),
  )
  const world = mentions.find(({ text }) => WORLD.test(text))
  const parts = mentions
    .filter(one => one !== world && !groups.some(({ text }) => text === one.text))
    .flatMap(({ subjects }) => subjects)
  const [part, ...others] = parts
  const question = { ...asking.question, mentions: [] }
  const [filter, ...more] = readFilters({ ...asking, question }, 'country')?.filters ?? []
  const isGroup = filter !== undefined && more.length === 0
  if (others.length > 0 || (!part && !isGroup) || (!world && !isGroup)) return undefined
  for (const sense of senses) {
    const figures = figuresOf(sense, asking)
    const members = figures.filter(
      ({ subject: { kind, id } }) => filter && kind === 'country' && reasonsFor(id, [filter]),
    )
    const own = part ? figures.filter(({ subject }) => subject.id === part.id) : members
    const whole = world
      ? figures
          .filter(({ subject }) => world.subjects.some(({ id }) => id === subject.id))
          .slice(0, 1)
      : members
    const [first] = own
    const isPart = world !== undefined || own.every(one => members.includes(one))
    if (!first || !whole[0] || !canSum(first) || !isPart) continue
    const all = sumOf(whole)
    const percent = Number(((sumOf(own) / all) * 100).toPrecision(3))
    const [mine, total] = [sayAmount(sumOf(own), first), sayAmount(all, first)]
    const label = lower(first.attribute.label.replace(/ \(.*\)/, ''))
    const who = part ? `${part.name} has` : `${own.length} countries ${filter?.of} have`
    const of = world ? 'of the world' : `of ${whole.length} countries ${filter?.of}`
    return {
      text: `${who} ${percent}% of the ${label} ${of}: ${part ? datedValue(first) : mine.amount} of ${total.amount}.`,
      facts: [...own, ...whole],
      computed: [percent, mine.value, total.value, own.length, whole.length],
      ...(filter?.named && { named: [filter.named] }),
    }
  }
  return undefined
}

/** The year in which a series passes a mark, or its highest or lowest value. */
function ofSeries(senses: readonly AttributeSense[], asking: Asking): FactStatement | undefined {
  const { mentions, thresholds, direction, text } = asking.question
  const [threshold, ...more] = thresholds
  const [subject, ...namesakes] = mentions.flatMap(({ subjects }) => subjects)
  if (!subject || more.length + namesakes.length > 0) return undefined
  const rows = seriesOf(subject, senses, asking)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || rows.length < LEAST_YEARS) return undefined
  const label = first.attribute.label.replace(/ by year| \(.*\)/, '')
  if (threshold && /\b(?:when|year)\b/i.test(text)) {
    const isHigh = threshold.direction === 'highest'
    const at = rows.findIndex(({ number = 0 }) =>
      isHigh ? number > threshold.value : number < threshold.value,
    )
    const [before, own] = [rows[at - 1], rows[at]]
    if (!before || !own) return undefined
    const { amount } = sayAmount(threshold.value, own)
    return {
      text: `${label} of ${subject.name} was first ${isHigh ? 'above' : 'below'} ${amount} in ${own.year}: ${datedValue(own)}, after ${datedValue(before)}.`,
      facts: [before, own],
      computed: [threshold.value],
    }
  }
  if (!direction || threshold) return undefined
  const [peak = first] = byNumber(rows, direction)
  return {
    text: `Between ${first.year} and ${last.year}, ${ownerOf(subject)} ${lower(label)} was ${direction} in ${peak.year}: ${figureOf(peak, true)}.`,
    facts: [first, peak, last],
    computed: readable(peak).computed ?? [],
  }
}
