import vocabulary from '../../data/words.json' with { type: 'json' }
import { capital, fillSlots, joinAnd } from '../text/say.ts'
import type { FactStatement } from './answer.ts'
import type { Fact } from './fact.ts'
import type { Direction, Lexicon } from './lexicon.ts'
import type { FactQuestion } from './read-question.ts'
import { ownerOf, nameOf as subjectName } from './report/say-value.ts'
import {
  degreeOf,
  directionOf,
  figureOf,
  isPlural,
  listValues,
  lower,
  MASS,
  nameOf,
  readable,
  round,
  SHARE,
  sayAmount,
} from './say-facts.ts'
import { byNumber } from './select-facts.ts'
import { writeNumber } from './write-fact.ts'

/** Values of different years are apart for sure only by more than years change them. */
export const CLEAR = 1.2
const DIFFERENCE =
  /\bdifferences?\b|\bhow (?:much|many) (?:more|less|fewer|bigger|larger|higher|lower|longer)\b|\bby how (?:much|many)\b/i
const CHOICE = /^(?:which|who|what)\b/i
const WHETHER = /^(?:is|are|was|were|does|do|did|has|have)\b.*\bthan\b/i
/** Values of years further apart are no ranking without a word. */
const MOST_APART = 3
const LEAST_RATIO = 1.05
/** With more subjects than this, the sentence names the first and the next few. */
const MOST_RANKED = 10
const NEXT = 4
const LESS = new RegExp(vocabulary.degrees.less, 'i')
/** Words for a ratio by the unit of its values: "3.7 times as large". */
const TIMES: Readonly<Record<string, string>> = {
  ...{ '': 'many', people: 'many', USD: 'much', km: 'long', 'sq km': 'large' },
}

interface Together {
  readonly lexicon: Lexicon
  readonly question?: FactQuestion | undefined
  /** The name of the value, if not that of its attribute. */
  readonly name?: string
  /** The end to begin with, if the question does not say it. */
  readonly best?: Direction
}

/** The same of several subjects in one sentence: who has the most, and of two by how much. */
export function sayTogether(
  facts: readonly Fact[],
  { lexicon, question, name, best }: Together,
): FactStatement {
  const towards = best ?? (question && towardsOf(question))
  const isAlike = facts.every(({ number, unit }) => number !== undefined && unit === facts[0]?.unit)
  const ranked = isAlike ? byNumber(facts, towards ?? 'highest') : facts
  const [first, second, ...others] = ranked
  if (!first || !second) return { text: '', facts }
  const isCompared = isAlike && lexicon.wordsOf(first.attribute)?.isCompared !== false
  const isOfOneTime = facts.every(({ year }) => year === first.year)
  // An order is calculated, so its words need not be those of a quote.
  const rounded = ranked.flatMap(fact => readable(fact).computed ?? fact.number ?? [])
  const label = name ?? nameOf(first, lexicon)
  const { list, year } = listValues(ranked)
  const when = year === undefined ? '' : ` in ${year}`
  const [a = 0, b = 0] = [first.number, second.number]
  const verdict = isCompared && question ? sayVerdict(facts, question, isOfOneTime) : ''
  if (isCompared && ranked.every(({ number }) => number === a)) {
    const all = joinAnd(ranked.map(({ subject }) => subjectName(subject)))
    const text = `${verdict}${all} have the same ${lower(label)}${when}: ${figureOf(first, true)}.`
    return { text: capital(text), facts, computed: rounded }
  }
  if (!isCompared) return { text: `${capital(label)}${when}: ${list}.`, facts, computed: rounded }
  const isClear = first.year === second.year || Math.max(a, b) > CLEAR * Math.min(a, b)
  const years = facts.flatMap(one => one.year ?? [])
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const span = to - from > MOST_APART ? `, from ${from} to ${to}` : ''
  const isNear = isClear && span === ''
  const note = isNear ? '' : `; the years differ${span}, so the figures are hard to compare`
  const direction = towards ?? 'highest'
  const degree = degreeOf(first, direction, { lexicon, question })
  const has = year === undefined && isOfOneTime ? 'has' : 'had'
  if (others.length > 0) {
    const top = ranked.filter(({ number }) => number === a)
    const most = ranked.length > MOST_RANKED ? NEXT : MOST_RANKED
    const shown = ranked.slice(top.length, top.length + most)
    const rest = listValues(shown, { common: isOfOneTime ? first.year : 0 })
    const named = / point$/.test(label) ? lower(label) : `${degree} ${lower(label)}`
    const leaders = joinAnd(top.map(({ subject }) => subjectName(subject)))
    const verb = top.length > 1 && has === 'has' ? 'have' : has
    const lead = `${leaders} ${verb} the ${named} (${figureOf(first, isOfOneTime)})`
    const said = `${lead}, followed by ${rest.list}${when}${note}.`
    const text = verdict ? `${verdict}${said}` : capital(said)
    return { text, facts, computed: rounded }
  }
  const said = sayPair([first, second], { lexicon, question, degree, direction, label, has })
  const isApart = isOfOneTime || (question && DIFFERENCE.test(question.text))
  const gap = isApart ? sayGap([first, second], direction) : undefined
  const text = `${verdict}${verdict ? said : capital(said)}${when}${gap?.text ?? ''}${note}.`
  return { text, facts, computed: [...(gap?.computed ?? []), ...rounded] }
}

interface Pair extends Together {
  /** The word for the first: "largest". */
  readonly degree: string
  readonly direction: Direction
  readonly label: string
  readonly has: string
}

/** "Spain had a higher unemployment rate (11.4%) than Portugal (6.4%)". */
function sayPair(
  [first, second]: readonly [Fact, Fact],
  { lexicon, degree, direction, label, has }: Pair,
): string {
  const { attribute, qualifier = '', year } = first
  const { compare } = lexicon.wordsOf(attribute) ?? {}
  const [x, y] = [first, second].map(fact => figureOf(fact, year === second.year))
  const [a, b] = [first, second].map(({ subject }) => subjectName(subject))
  const own = (compare?.[qualifier] ?? compare?.[''])?.[direction === 'highest' ? 0 : 1]
  if (own) {
    const [high, low] = [x, y].map(value => value?.split(/, (?=-?\d[\d,.]* m$)/) ?? [])
    const slots = { a, b, aName: high?.[0], bName: low?.[0], x: high?.at(-1), y: low?.at(-1) }
    return fillSlots(own, slots)
  }
  // "Larger" of two, "largest" of more.
  const isCounted = !/ rate$/.test(label) && y?.includes(` ${lower(label).split(' ')[0]}`)
  const comparative = isCounted ? 'more' : degree.replace(/est$/, 'er').replace('most', 'more')
  const isBare =
    isPlural(label) ||
    MASS.test(label.replace(/^(share) .*/, '$1')) ||
    /^(?:more|fewer)$/.test(comparative)
  const more = `${isBare ? '' : 'a '}${comparative} ${lower(label)}`
  return `${a} ${has} ${more} (${x}) than ${b} (${y})`
}

/** Whether one measure of a subject is more than another: "Is the oil production of Iran higher than its oil consumption?" */
export function sayMeasures(
  facts: readonly Fact[],
  { lexicon, question }: Together & { readonly question: FactQuestion },
): FactStatement[] {
  const [first, second, ...others] = facts
  const isAlike = first?.unit === second?.unit && others.length === 0
  if (!first?.number || !second?.number || !isAlike || !WHETHER.test(question.text)) return []
  const isOfOneTime = first.year === second.year
  const [x = '', y] = facts.map(one => lower(nameOf(one, lexicon)))
  const [a, b] = facts.map(one => figureOf(one, isOfOneTime))
  const be = `${isPlural(x) ? 'were' : 'was'} ${first.number > second.number ? 'higher' : 'lower'}`
  const when = isOfOneTime && first.year ? ` in ${first.year}` : ''
  const verdict = sayVerdict(facts, question, isOfOneTime)
  const text = `${verdict}${ownerOf(first.subject)} ${x} (${a}) ${be} than its ${y} (${b})${when}.`
  const computed = facts.flatMap(one => readable(one).computed ?? [])
  return [{ text: capital(text), facts, computed }]
}

/** How far two values are apart: ", by 375 m", ", by $14,500 (1.92 times as much)". */
function sayGap([first, second]: readonly [Fact, Fact], direction: Direction) {
  const { attribute, unit = '', text: written = '' } = first
  const [a = 0, b = 0] = [first.number, second.number]
  const isShort = [first, second].some(
    ({ text = '', ...one }) => /illion/.test(text) || readable({ ...one, text }).listed,
  )
  const { amount, value } = sayAmount(Math.abs(a - b), first)
  const isExact = written !== '' && !isShort
  const exact = Number(Math.abs(a - b).toPrecision(12))
  const plain = unit.includes('/') || unit === 'people' ? '' : unit
  const ratio = b > 0 && direction === 'highest' ? round(a / b) : 0
  const times =
    ratio >= LEAST_RATIO && !/^(?:m|years|%.*)$/.test(unit) && !/\bindex\b/i.test(attribute.label)
      ? ` (${writeNumber(ratio)} times as ${TIMES[unit] ?? 'high'})`
      : ''
  const by = unit.startsWith('%')
    ? `${writeNumber(value)} percentage point${value === 1 ? '' : 's'}`
    : isExact && !unit.startsWith('USD')
      ? [writeNumber(exact), plain].filter(Boolean).join(' ')
      : amount.replace(/ people$/, '')
  // The difference of two rates has no unit that a reader knows.
  const isRate = unit.includes('/') || /\/[\d,]*000\b/.test(written)
  const ofRates = times.replace(/[()]/g, '').replace(' ', ', ')
  const one = by.replace(/^1 (\w+)s$/, '1 $1')
  return { text: isRate ? ofRates : `, by ${one}${times}`, computed: [value, exact, ratio] }
}

/** The direction of a question that asks who has more, or who has less. */
function towardsOf(question: FactQuestion): Direction | undefined {
  const { text, phrases } = question
  if (CHOICE.test(text)) return directionOf(question)
  if (!WHETHER.test(text)) return undefined
  const extreme = phrases.flatMap(({ senses }) => senses).find(({ type }) => type === 'extreme')
  if (extreme?.type === 'extreme') return extreme.direction
  return LESS.test(text) ? 'lowest' : 'highest'
}

/** "Yes: " or "No: " to whether those before "than" are all more than those behind it, unless years differ and values are close. */
function sayVerdict(facts: readonly Fact[], question: FactQuestion, isOfOneTime: boolean): string {
  const [before = '', , ...more] = question.text.split(/\bthan\b/i)
  // "Larger than Germany and smaller than Ukraine" are two questions.
  if (!WHETHER.test(question.text) || more.length > 0) return ''
  const named = question.mentions.filter(({ start }) => start < before.length)
  const ids = new Set(named.flatMap(({ subjects }) => subjects.map(({ id }) => id)))
  // Of two measures of one subject, the first is asked about.
  const isOne = facts.every(({ subject }) => subject.id === facts[0]?.subject.id)
  const numbersOf = (is: boolean) =>
    facts.flatMap(({ subject, number = 0 }, at) =>
      (isOne ? at === 0 : ids.has(subject.id)) === is ? number : [],
    )
  const pairs = numbersOf(true).flatMap(a => numbersOf(false).map(b => [a, b] as const))
  const isClose = pairs.some(([a, b]) => Math.max(a, b) < CLEAR * Math.min(a, b))
  if (pairs.length === 0 || (!isOfOneTime && isClose)) return ''
  const isLess = towardsOf(question) === 'lowest'
  return pairs.every(([a, b]) => (isLess ? a < b : a > b)) ? 'Yes: ' : 'No: '
}

/** The shares of a whole in one sentence, the largest first; undefined if the values are none. */
export function sayMix(all: readonly Fact[], { lexicon }: Together): FactStatement | undefined {
  const [first] = all
  const { mix, sum } = (first && lexicon.wordsOf(first.attribute)) ?? {}
  const facts = all.filter(({ qualifier }) => qualifier === undefined || qualifier !== sum)
  if (!first || mix === undefined || facts.length < 2) return undefined
  const items = byNumber(facts).flatMap(fact => {
    const [, part = fact.qualifier] = /^share of (.*) in /.exec(nameOf(fact, lexicon)) ?? []
    const share = SHARE.exec(readable(fact).value)?.[0]
    return share === undefined ? [] : `${part} (${share})`
  })
  if (items.length < facts.length) return undefined
  const [year] = facts.flatMap(one => one.year ?? [])
  const { subject } = first
  const names = { subject: subjectName(subject), owner: ownerOf(subject) }
  const text = capital(fillSlots(mix, { ...names, year, list: joinAnd(items) }))
  const when = year === undefined || mix.includes('{year}') ? '' : ` (${year})`
  return { text: `${text}${when}.`, facts }
}
