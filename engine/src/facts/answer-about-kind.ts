import type { FactAnswer, FactTable } from './answer.ts'
import { answerAboutSubjects } from './answer-about-subjects.ts'
import { answerFilter } from './answer-filter.ts'
import { isPlain } from './conditions.ts'
import type { Fact } from './fact.ts'
import type { Direction } from './lexicon.ts'
import { datedValue, lower, ordinal, sayAmount, sayList, sayPlace } from './say-facts.ts'
import { NOUNS, type Scope, scopeOf, sensesOf, wholeOf, withScope } from './scope.ts'
import { type Asking, type AttributeSense, canSum, figuresOf } from './select-facts.ts'

const MOST_LISTED = 60
const CONTEXT = 3
const OF_EXTREME =
  /\w+ (?:of|in) the (?:[\w'’]+ )?(?:largest|biggest|smallest|highest|lowest|longest|shortest|richest|poorest)\b/i

/** Answers questions about all subjects of a kind: rankings, filters, counts, sums and averages. */
export function answerAboutKind(asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const { phrases, direction, threshold, operations, conditions } = question
  const { place, ...others } = conditions
  if (!isPlain(others)) return undefined
  const kinds = sensesOf('kind', asking).map(({ kind }) => kind)
  const extreme = sensesOf('extreme', asking)[0]
  const attributes = phrases
    .map(({ senses }) => senses.filter(sense => sense.type === 'attribute'))
    .filter(senses => senses.length > 0)
  // One scope and one measure are read: "EU countries in NATO" and "the largest military" are more.
  const scopes = [...sensesOf('group', asking), ...sensesOf('member', asking)]
  const isOfSection = phrases.some(({ senses }) => senses.every(({ type }) => type === 'section'))
  if (scopes.length > 1 || (extreme && attributes.length === 0 && isOfSection)) return undefined
  const within = scopeOf(asking)
  const isAsked = kinds.length > 0 || within.name !== '' || question.mentions.length === 0
  if (!isAsked) return undefined
  const towards = threshold?.direction ?? extreme?.direction ?? direction
  // "The area of Africa": the European Union has values of its own.
  const isWhole = attributes.length > 0 && kinds.length === 0 && question.mentions.length === 0
  const isReckoned = operations.has('sum') || operations.has('average')
  const isOfTime = operations.has('change') || question.isSpan || question.years.length > 1
  if (attributes.length > 0 && (isOfTime || (place !== undefined && !towards))) return undefined
  const isOfOthers = question.mentions.some(isNoScope)
  const whole =
    towards || isOfOthers || kinds.length > 0 || operations.has('average') ? [] : wholeOf(asking)
  if (whole.length > 0 && attributes.length > 0) {
    const named = { text: within.name, subjects: whole, isOwnName: true }
    const own = new Set([...operations].filter(one => one !== 'sum'))
    return answerAboutSubjects({
      ...asking,
      question: { ...question, mentions: [named], operations: own },
    })
  }
  // "The population of the largest country" is not the largest population.
  if (attributes.length > 0 && OF_EXTREME.test(question.text)) return undefined
  if (towards || (within.name !== '' && (isReckoned || isWhole)) || threshold) {
    const senses =
      attributes[0] ?? (extreme && [{ type: 'attribute' as const, attribute: extreme.attribute }])
    if (
      !senses ||
      attributes.length > 1 ||
      question.mentions.some(isNoScope) ||
      question.rest.length > 0
    )
      return undefined
    return withScope(answerFigures(senses, { towards, within, kinds }, asking), within)
  }
  if (place !== undefined || question.count !== undefined) return undefined
  const [kind] = kinds.length > 0 ? kinds : within.name === '' ? [] : ['country']
  if (kind === undefined) return undefined
  return withScope(answerFilter(kind, { within, senses: attributes.at(-1) }, asking), within)

  function isNoScope({ text }: { readonly text: string }): boolean {
    return (
      !/^(?:the )?(?:world|earth)$/i.test(text) && !phrases.some(phrase => phrase.text === text)
    )
  }
}

function answerFigures(
  senses: readonly AttributeSense[],
  {
    towards,
    within,
    kinds,
  }: { towards: Direction | undefined; within: Scope; kinds: readonly string[] },
  asking: Asking,
): FactAnswer | undefined {
  for (const sense of senses) {
    const { kind } = sense.attribute
    const wanted =
      kinds.find(one => one === kind) ?? (['territory', 'region'].includes(kind) ? 'country' : kind)
    if (kinds.length > 0 && !kinds.includes(wanted ?? '')) continue
    const figures = figuresOf(sense, asking).filter(
      ({ subject }) => subject.kind === wanted && (within.members?.has(subject.id) ?? true),
    )
    if (figures.length < 2) continue
    const nouns = NOUNS[wanted ?? ''] ?? `${wanted}s`
    const among = `${figures.length} ${nouns}${within.name && ` ${within.name}`} that have a value`
    if (!towards) return reckon(figures, { among }, asking)
    const sign = towards === 'highest' ? -1 : 1
    const ranked = figures.toSorted(
      (one, other) => sign * ((one.number ?? 0) - (other.number ?? 0)),
    )
    return asking.question.threshold
      ? beyond(ranked, { among }, asking)
      : rank(ranked, { among, towards }, asking)
  }
  return undefined
}

function rank(
  ranked: readonly Fact[],
  { among, towards }: { among: string; towards: Direction },
  { question }: Asking,
): FactAnswer | undefined {
  const { place } = question.conditions
  if (place !== undefined) {
    const own = ranked[place - 1]
    if (!own || question.count !== undefined) return undefined
    const { superlative = towards } = question
    const statement = sayPlace([own], {
      among,
      towards: place === 1 ? superlative : `${ordinal(place)} ${superlative}`,
      computed: [ranked.length, place],
    })
    const list = { facts: [own], isRanked: true, isForOne: true }
    return { statements: [statement], details: [], list, missing: [] }
  }
  const isPlural =
    question.count !== undefined ||
    question.phrases.some(({ text }) => /\b(?:countries|companies|nations)$/i.test(text))
  const count = question.count ?? (isPlural ? 5 : 1)
  const listed = ranked.slice(0, Math.min(count, MOST_LISTED))
  const computed = [ranked.length]
  const { superlative = towards } = question
  const statement = sayPlace(listed, { among, towards: superlative, computed })
  const next = count === 1 ? ranked.slice(1, 1 + CONTEXT) : []
  const details = next.length > 0 ? [sayList(next, { intro: 'Next', computed: [] })] : []
  return {
    statements: [statement],
    details,
    ...(listed.length > 1 && { table: rankTable(listed) }),
    list: { facts: listed, isRanked: true, isForOne: count === 1 },
    missing: [],
  }
}

function beyond(
  ranked: readonly Fact[],
  { among }: { among: string },
  { question }: Asking,
): FactAnswer | undefined {
  const { threshold } = question
  if (!threshold) return undefined
  const isBeyond = ({ number = 0 }: Fact) =>
    /^at /i.test(threshold.text) && number === threshold.value
      ? true
      : threshold.direction === 'highest'
        ? number > threshold.value
        : number < threshold.value
  const found = ranked.filter(isBeyond)
  if (found.length === 0) return undefined
  const label = found[0]?.attribute.label ?? ''
  const intro = `${label} ${threshold.text}: ${found.length} of ${among}`
  const computed = [found.length, ranked.length, threshold.value]
  return {
    statements: [sayList(found.slice(0, MOST_LISTED), { intro, computed, total: found.length })],
    details: [],
    table: rankTable(found.slice(0, MOST_LISTED)),
    list: { facts: found, isRanked: true, isForOne: false },
    missing: [],
  }
}

function reckon(
  figures: readonly Fact[],
  { among }: { among: string },
  { question }: Asking,
): FactAnswer | undefined {
  const [first] = figures
  const sum = figures.reduce((all, { number = 0 }) => all + number, 0)
  const isSummable = first !== undefined && canSum(first)
  const isAverage = question.operations.has('average')
  // Without a word for it, only what adds up is meant: the area of Africa, not its life expectancy.
  if (!isSummable && !isAverage) return undefined
  const isSum = isSummable && !isAverage
  const result = isSum ? sum : sum / figures.length
  const years = figures.flatMap(({ year }) => year ?? [])
  const span =
    years.length === 0
      ? ''
      : ` (values of ${[...new Set([Math.min(...years), Math.max(...years)])].join(' to ')})`
  const { amount, value } = sayAmount(result, first)
  return {
    statements: [
      {
        text: `The ${isSum ? 'sum' : 'plain average'} of ${lower(first?.attribute.label ?? '')} over ${among} is ${amount}${span}.`,
        facts: figures,
        computed: [value, figures.length],
      },
    ],
    details: [],
    missing: [],
  }
}

function rankTable(ranked: readonly Fact[]): FactTable {
  return {
    columns: [ranked[0]?.attribute.label ?? ''],
    rows: ranked.map(fact => ({
      label: fact.subject.name,
      cells: [{ text: datedValue(fact), facts: [fact] }],
    })),
  }
}
