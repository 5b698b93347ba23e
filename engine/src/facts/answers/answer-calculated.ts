import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, readFilters, reasonsFor } from '../filters.ts'
import { sayOvertaking } from '../report/test-conclusion.ts'
import { datedValue, lower, sayAmount } from '../say-facts.ts'
import { type Asking, type AttributeSense, canSum, figuresOf, read } from '../select-facts.ts'

const SHARE = /\b(?:share|percentage|percent|proportion|fraction) of\b/i
const WORLD = /^(?:the )?(?:world|earth)$/i
const OVERTAKES = /^(?:overt(?:ake|akes|ook|aken)|surpass(?:es|ed)?)$/i
/** A series has more values than the last few years of a profile. */
const LEAST_YEARS = 10

/** Answers with a figure that no row has: a share of a whole, the year of a mark, the highest value ever. */
export function answerCalculated(asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const measures = question.phrases.filter(phrase => attributesOf(phrase).length > 0)
  const [measure, ...more] = measures
  const isOvertaking = question.rest.length === 1 && OVERTAKES.test(question.rest[0] ?? '')
  const isPlain =
    (question.rest.length === 0 || isOvertaking) && question.conditions.others.length === 0
  if (!measure || more.length > 0 || !isPlain || question.years.length > 0) return undefined
  const senses = attributesOf(measure)
  const statement = isOvertaking
    ? overtaking(senses, asking)
    : SHARE.test(question.text)
      ? sayShare(senses, asking)
      : ofSeries(senses, asking)
  return statement && { statements: [statement], details: [], missing: [] }
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
  return (
    senses
      .map(({ attribute }) => read({ subjects: [subject.id], attributes: [attribute.id] }, asking))
      .map(all => all.filter(({ number, year }) => number !== undefined && year !== undefined))
      .toSorted((one, other) => other.length - one.length)[0]
      ?.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0)) ?? []
  )
}

/** "What share of the world's population lives in India?" */
function sayShare(senses: readonly AttributeSense[], asking: Asking): FactStatement | undefined {
  const { mentions, phrases } = asking.question
  const isGroup = (text: string) =>
    phrases.some(
      one =>
        one.text === text && one.senses.some(({ type }) => type === 'group' || type === 'member'),
    )
  const parts = mentions.filter(({ text }) => !WORLD.test(text) && !isGroup(text))
  const world = mentions.find(({ text }) => WORLD.test(text))
  const [part, ...others] = parts.flatMap(({ subjects }) => subjects)
  if (!part && world) return shareOfGroup(senses, world.subjects, asking)
  if (!part || others.length > 0) return undefined
  for (const sense of senses) {
    const figures = figuresOf(sense, asking)
    const own = figures.find(({ subject }) => subject.id === part.id)
    if (!own || !canSum(own)) continue
    const whole = world ? ofWorld(figures, world.subjects) : ofMembers(figures, { ...asking, part })
    if (!whole?.facts.every(({ unit }) => unit === own.unit)) return undefined
    const percent = Number((((own.number ?? 0) / whole.number) * 100).toPrecision(3))
    const { amount, value } = sayAmount(whole.number, own)
    const label = lower(own.attribute.label.replace(/ \(.*\)/, ''))
    return {
      text: `${part.name} has ${percent}% of the ${label} ${whole.of}: ${datedValue(own)} of ${amount}.`,
      facts: [own, ...whole.facts],
      computed: [percent, value, whole.facts.length],
    }
  }
  return undefined
}

/** "What share of the world's population lives in Africa?" */
function shareOfGroup(
  senses: readonly AttributeSense[],
  world: readonly Subject[],
  asking: Asking,
): FactStatement | undefined {
  const question = { ...asking.question, mentions: [] }
  const [filter, ...more] = readFilters({ ...asking, question }, 'country')?.filters ?? []
  if (!filter || more.length > 0) return undefined
  for (const sense of senses) {
    const figures = figuresOf(sense, asking)
    const whole = ofWorld(figures, world)
    const own = figures.filter(
      ({ subject }) => subject.kind === 'country' && reasonsFor(subject.id, [filter]),
    )
    const [first] = own
    if (!whole || !first || !canSum(first)) continue
    const sum = own.reduce((all, { number = 0 }) => all + number, 0)
    const percent = Number(((sum / whole.number) * 100).toPrecision(3))
    const [part, all] = [sayAmount(sum, first), sayAmount(whole.number, first)]
    const label = lower(first.attribute.label.replace(/ \(.*\)/, ''))
    return {
      text: `${own.length} countries ${filter.of} have ${percent}% of the ${label} of the world: ${part.amount} of ${all.amount}.`,
      facts: [...own, ...whole.facts],
      computed: [own.length, percent, part.value, all.value],
    }
  }
  return undefined
}

function ofWorld(figures: readonly Fact[], world: readonly Subject[]) {
  const fact = figures.find(({ subject }) => world.some(({ id }) => id === subject.id))
  return fact && { number: fact.number ?? 0, facts: [fact], of: 'of the world' }
}

function ofMembers(figures: readonly Fact[], { part, ...asking }: Asking & { part: Subject }) {
  const question = { ...asking.question, mentions: [] }
  const found = readFilters({ ...asking, question }, part.kind)
  const [filter, ...more] = found?.filters ?? []
  if (!filter || more.length > 0 || !reasonsFor(part.id, [filter])) return undefined
  const facts = figures.filter(
    ({ subject }) => subject.kind === part.kind && reasonsFor(subject.id, [filter]),
  )
  const number = facts.reduce((sum, fact) => sum + (fact.number ?? 0), 0)
  return { number, facts, of: `of ${facts.length} countries ${filter.of}` }
}

/** The year in which a series passes a mark, or its highest or lowest value. */
function ofSeries(senses: readonly AttributeSense[], asking: Asking): FactStatement | undefined {
  const { mentions, thresholds, direction, text } = asking.question
  const [mention, ...others] = mentions
  const [threshold, ...more] = thresholds
  const [subject, ...namesakes] = mention?.subjects ?? []
  if (!subject || others.length + more.length + namesakes.length > 0) return undefined
  const rows = seriesOf(subject, senses, asking)
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last || rows.length < LEAST_YEARS) return undefined
  const label = first.attribute.label.replace(/ by year| \(.*\)/, '')
  if (threshold && /\b(?:when|year)\b/i.test(text)) {
    const isBeyond = ({ number = 0 }: Fact) =>
      threshold.direction === 'highest' ? number > threshold.value : number < threshold.value
    const at = rows.findIndex(isBeyond)
    const [before, own] = [rows[at - 1], rows[at]]
    if (!before || !own) return undefined
    const { amount } = sayAmount(threshold.value, own)
    const word = threshold.direction === 'highest' ? 'above' : 'below'
    return {
      text: `${label} of ${subject.name} was first ${word} ${amount} in ${own.year}: ${datedValue(own)}, after ${datedValue(before)}.`,
      facts: [before, own],
      computed: [threshold.value],
    }
  }
  if (!direction || threshold) return undefined
  const sign = direction === 'highest' ? 1 : -1
  const peak = rows.reduce((best, row) =>
    sign * ((row.number ?? 0) - (best.number ?? 0)) > 0 ? row : best,
  )
  return {
    text: `The ${direction} ${lower(label)} of ${subject.name} between ${first.year} and ${last.year} was ${datedValue(peak)}.`,
    facts: [first, peak, last],
  }
}
