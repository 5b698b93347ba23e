import vocabulary from '../../../data/words.json' with { type: 'json' }
import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, type Filter, isPlace, readFilters, reasonsFor } from '../filters.ts'
import type { Phrase } from '../find-named.ts'
import { nameOfSeries, sayExceeding, sayReturn, tableOfCited } from '../report/describe-series.ts'
import { nameOf, ownerOf } from '../report/say-value.ts'
import {
  datedValue,
  figureOf,
  isPlural,
  lower,
  MASS,
  nameOf as nameOfFigure,
  readable,
  round,
  sayAmount,
} from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  byNumber,
  canSum,
  figuresOf,
  read,
  sensesOf,
  sumOf,
  WORLD,
} from '../select-facts.ts'

/** Some countries are on two continents, and the collection counts each on one. */
const DISPUTED = ['Europe', 'Asia']
const RANKS = /\brank(?:s|ed|ing)?\b/i
const SHARE = /\b(?:share|percentage|percent|proportion|fraction) of\b/i
const COMPARES = /^(?:is|are|was|were|does|do|has|have|which|what)\b.*\b(?:than|or)\b/i
const OVERTAKES = /^exceed$/i
/** A series has more values than the last few years of a profile. */
const LEAST_YEARS = 10
const UP = new RegExp(vocabulary.moves.up, 'i')
const DOWN = new RegExp(vocabulary.moves.down, 'i')
const RETURNS = /^when did .+ return to (?:its|their) levels? of \d{4}\W*$/i
const LESS = new RegExp(vocabulary.degrees.less, 'i')
const ASKS_YEARS = /\b(?:when|(?:which|what) years?)\b/i
const DOUBLES = /\bto double\b/i
const NOTE = '; figures in US dollars also move with the exchange rate'
/** Of more years, the changes would fill a page. */
const MOST_MOVES = 15

/** Answers with a figure that no row has: from two others, of a group beside a country, or from a series. */
export function answerDerived(asking: Asking): FactAnswer | undefined {
  const { mentions, text } = asking.question
  // "The highest GDP apart from China", "the rank of Norway" are for rankings.
  const isOfRanking = mentions.some(one => one.isNegated) || RANKS.test(text)
  if (isOfRanking && mentions.length > 0) return undefined
  if (RETURNS.test(text)) return answerReturns(asking)
  const statement = sayOfGroup(asking)
  if (statement) {
    const named = new Set(mentions.flatMap(({ subjects }) => subjects.map(({ id }) => id)))
    const facts = statement.facts.filter(({ subject }) => named.has(subject.id))
    const table = tableOfCited([{ ...statement, facts }])
    // The values of all members of a group would fill a page.
    const isOfYear = table.columns.length > 1 || asking.question.years.length > 0
    const isOfWorld = mentions.some(one => WORLD.test(one.text))
    const layouts = isOfYear ? [table] : isOfWorld ? undefined : []
    return { ...answerOf(statement), ...(layouts && { layouts }) }
  }
  const course = sayOfSeries(asking)
  if (course) return showing([course])
  // "In which year was the population of Iran and Iraq highest?"
  const isOfPeaks = asking.question.direction && ASKS_YEARS.test(asking.asked ?? text)
  const each = (isOfPeaks ? mentions : []).flatMap(
    one => sayOfSeries({ ...asking, question: { ...asking.question, mentions: [one] } }) ?? [],
  )
  return each.length > 1 && each.length === mentions.length ? showing(each) : undefined
}

/** An answer with the values that it cites, unless it cites most years of a series. */
function showing(statements: readonly FactStatement[]): FactAnswer {
  const table = tableOfCited(statements)
  const isShort = table.columns.length <= MOST_MOVES
  return { ...answerOf(...statements), ...(isShort && { layouts: [table] }) }
}

/** "When did the GDP of Spain and Italy return to its level of 2019?" */
function answerReturns(asking: Asking): FactAnswer | undefined {
  const { mentions, phrases, years } = asking.question
  const measures = phrases.map(attributesOf).filter(senses => senses.length > 0)
  const said = measures.flatMap(senses =>
    mentions.map(({ subjects }) => {
      const series = senses.flatMap(sense => subjects.map(one => seriesOf(one, sense, asking)))
      const [rows = []] = series.toSorted((one, other) => other.length - one.length)
      return rows.length < LEAST_YEARS ? undefined : sayReturn(rows, years[0] ?? 0)
    }),
  )
  const statements = said.filter(one => one !== undefined)
  const isWhole = years.length === 1 && statements.length === said.length
  return isWhole ? showing(statements) : undefined
}

function isGroup({ senses }: Phrase): boolean {
  return senses.some(one => one.type === 'condition' && one.group)
}

/** "Is Russia bigger than Africa?", "What share of the world's population lives in India?" */
function sayOfGroup(asking: Asking): FactStatement | undefined {
  const { text, mentions, phrases, rest, isSpan, thresholds, conditions } = asking.question
  const isShare = SHARE.test(text)
  const world = mentions.find(one => WORLD.test(one.text))
  // The European Union has figures of its own.
  const isOwn = ({ text: name }: Phrase) => mentions.some(one => world && one.text === name)
  const groups = phrases.filter(one => isGroup(one) && !isOwn(one))
  const named = phrases.filter(phrase => attributesOf(phrase).length > 0)
  const parts = mentions
    .filter(one => one !== world && !groups.some(group => group.text === one.text))
    .flatMap(({ subjects }) => subjects.filter(({ kind }) => isPlace(kind)))
  const [part, ...others] = parts
  const isMore =
    [isShare ? [] : others, rest, thresholds, conditions.others].flat().length > 0 ||
    new Set(named.map(one => one.text.toLowerCase())).size > 1
  if (isMore || isSpan || asking.question.years.length > 1 || !(isShare || COMPARES.test(text)))
    return undefined
  const question = { ...asking.question, mentions: [] }
  const [filter, ...more] = readFilters({ ...asking, question }, 'country')?.filters ?? []
  const isOfGroup = filter !== undefined && more.length === 0 && groups.length === 1
  if (world && part && groups.length > 0) return undefined
  if (isShare ? !(isOfGroup || (part && world)) : !(isOfGroup && part)) return undefined
  const extremes = sensesOf('extreme', asking)
  const senses = named.length > 0 ? named.flatMap(attributesOf) : isShare ? [] : extremes
  const isAverage = asking.question.operations.has('average')
  for (const { attribute, ...sense } of senses) {
    const figures = figuresOf({ ...sense, type: 'attribute', attribute }, asking)
    const members = figures.filter(
      ({ subject: { kind, id } }) => filter && kind === 'country' && reasonsFor(id, [filter]),
    )
    const isOwn = ({ subject }: Fact) => parts.some(({ id }) => id === subject.id)
    const own = part ? figures.filter(isOwn) : members
    const whole = world ? figures.filter(one => WORLD.test(one.subject.name)).slice(0, 1) : members
    const [first] = own
    const isSum = first && canSum(first) && !isAverage
    if (!first?.number || !whole[0] || !(isSum || (isAverage && !isShare))) continue
    if (own.length < parts.length) continue
    const [mine, sum] = [sumOf(own), sumOf(whole)]
    const total = isAverage ? sum / members.length : sum
    const said = sayAmount(total, first)
    const label = lower(nameOfFigure(first, asking.lexicon).replace(/ \(.*\)/, ''))
    const among = `${members.length} countries ${filter?.of}`
    if (filter && part && !isShare)
      return sayBeside(first, { members, total, label, filter }, asking)
    if (!world && !own.every(one => members.includes(one))) continue
    const percent = Number(((mine / total) * 100).toPrecision(3))
    const amount = sayAmount(mine, first)
    const [year] = asking.question.years
    const verb = year ? 'had' : own.length > 1 ? 'have' : 'has'
    const when = year ? ` in ${year}` : ''
    const time = year || own.length > 1 || !first.year ? '' : ` in ${first.year}`
    const value = `${amount.amount.replace(/ people$/, '')}${time}`
    const ranked = byNumber(own)
    const shares = ranked.map(({ number = 0 }) => Number(((number / total) * 100).toPrecision(3)))
    const each = ranked.map((one, at) => `${nameOf(one.subject)} ${shares[at]}%`)
    const parted = part && own.length > 1 ? ` (${joinAnd(each)})` : ''
    return {
      text: `${part ? capital(joinAnd(parts.map(nameOf))) : among} ${verb} ${percent}% of the ${label} of ${world ? 'the world' : among}${when}: ${value} of ${said.amount}${parted}.`,
      facts: [...own, ...whole],
      computed: [percent, amount.value, said.value, ...shares, own.length, whole.length],
      ...(filter?.named && { named: [filter.named] }),
    }
  }
  return undefined
}

interface Beside {
  readonly members: readonly Fact[]
  /** The sum of the members, or their average. */
  readonly total: number
  readonly label: string
  readonly filter: Filter
}

/** One country beside the members of a group. */
function sayBeside(
  own: Fact,
  { members, total, label, filter }: Beside,
  asking: Asking,
): FactStatement {
  const { text, operations, phrases, mentions } = asking.question
  const isAverage = operations.has('average')
  const isLess =
    LESS.test(text) || sensesOf('extreme', asking).some(({ direction }) => direction === 'lowest')
  // "Is the average of the EU higher than that of Greece?"
  const isFirst = (phrases.find(isGroup)?.start ?? 0) > (mentions[0]?.start ?? 0)
  const isDisputed = DISPUTED.includes(filter.named ?? '')
  const { number = 0 } = own
  const isSo = isFirst === isLess ? number < total : number > total
  const isOpen = (isDisputed && !isAverage) || /^wh/i.test(text)
  const note = isDisputed ? ', without Russia, which the source counts to Central Asia' : ''
  const article = MASS.test(label) || isPlural(label) ? '' : /^[aeiou]/.test(label) ? 'an ' : 'a '
  const { amount, value } = sayAmount(total, own)
  const among = `the ${members.length} countries ${filter.of}`
  const group = isAverage
    ? `plain average of ${among} is ${amount}`
    : `${among} have ${amount} together`
  return {
    text: `${isOpen ? '' : isSo ? 'Yes. ' : 'No. '}${capital(nameOf(own.subject))} has ${article}${label} of ${datedValue(own)}; ${isAverage ? 'the ' : ''}${group}${note}.`,
    facts: [own, ...members],
    computed: [value, members.length],
    ...(filter.named && { named: [filter.named] }),
  }
}

/** The year in which one subject passes another or a mark, or the highest or lowest value of a series. */
function sayOfSeries(asking: Asking): FactStatement | undefined {
  const { mentions, phrases, rest, conditions, years, isSpan, thresholds, direction, text } =
    asking.question
  const isAny = !isSpan && years.length > 0
  const [measure, ...more] = phrases.filter(phrase => attributesOf(phrase).length > 0)
  const [word, ...unknown] = rest
  const isOvertaking = word !== undefined && OVERTAKES.test(word)
  const isMore = [more, unknown, conditions.others].flat().length > 0
  if (!measure || isMore || isAny || SHARE.test(text) || (word !== undefined && !isOvertaking))
    return undefined
  const senses = attributesOf(measure)
  const subjects = mentions.flatMap(one => one.subjects)
  const series = senses
    .map(sense => subjects.map(subject => seriesOf(subject, sense, asking)))
    .find(all => all.length > 0 && all.every(({ length }) => length >= LEAST_YEARS))
  const [whole = [], ...others] = series ?? []
  const [from = 0, to = Number.POSITIVE_INFINITY] = years
  const rows = whole.filter(({ year = 0 }) => year >= from && year <= to)
  const [first, last] = [rows[0], rows.at(-1)]
  const label = first?.attribute.label.replace(/ by year| \(.*\)/g, '') ?? ''
  if (isOvertaking && !isSpan)
    return others.length === 1 ? sayExceeding(whole, others[0] ?? []) : undefined
  const [threshold, ...marks] = thresholds
  if (!first || !last || isOvertaking || others.length + marks.length > 0) return undefined
  if (threshold && /\b(?:when|year)\b/i.test(text)) {
    const isHigh = threshold.direction === 'highest'
    const at = rows.findIndex(({ number = 0 }) =>
      isHigh ? number > threshold.value : number < threshold.value,
    )
    const [before, own] = [rows[at - 1], rows[at]]
    if (!before || !own) return undefined
    const { amount } = sayAmount(threshold.value, own)
    return {
      text: `${capital(ownerOf(first.subject))} ${lower(label)} was first ${isHigh ? 'above' : 'below'} ${amount.replace(/ people$/, '')} in ${own.year}: ${figureOf(own, true)}, after ${figureOf(before, true)} in ${before.year}.`,
      facts: [before, own],
      computed: [threshold.value, ...[before, own].flatMap(one => readable(one).computed ?? [])],
    }
  }
  if (DOUBLES.test(text) && !threshold && from === first.year) return sayDoubling(rows)
  const isFall = DOWN.test(text)
  const asksYears = ASKS_YEARS.test(text) && isFall !== UP.test(text)
  if (asksYears && !threshold && !direction && rows.length > 1) return sayMoves(rows, isFall)
  if (!direction || threshold) return undefined
  const [peak = first] = byNumber(rows, direction)
  return {
    text: `Between ${first.year} and ${last.year}, ${ownerOf(first.subject)} ${lower(label)} was ${direction} in ${peak.year}: ${figureOf(peak, true)}.`,
    facts: [first, peak, last],
    computed: readable(peak).computed ?? [],
  }
}

/** How many years a series took to reach twice its first value. */
function sayDoubling(rows: readonly Fact[]): FactStatement | undefined {
  const [first] = rows
  const twice = 2 * (first?.number ?? 0)
  const end = rows.find(({ number = 0 }) => number >= twice) ?? rows.at(-1)
  if (!first || !end || first === end || twice <= 0) return undefined
  const years = (end.year ?? 0) - (first.year ?? 0)
  const isTwice = (end.number ?? 0) >= twice
  const times = round((end.number ?? 0) / (first.number ?? 1))
  const owner = `${capital(ownerOf(first.subject))} ${nameOfSeries(first.attribute)}`
  const took = isTwice ? `took ${years} years to double` : 'has not doubled'
  const note = isTwice ? '' : `, ${times} times as much`
  return {
    text: `${owner} ${took}: it was ${figureOf(first, true)} in ${first.year} and ${figureOf(end, true)} in ${end.year}${note}.`,
    facts: [first, end],
    computed: [years, times, ...[first, end].flatMap(one => readable(one).computed ?? [])],
  }
}

/** The years in which a series fell or rose: "In which years did it shrink?" */
function sayMoves(rows: readonly Fact[], isFall: boolean): FactStatement {
  const moves = rows.slice(1).map((row, at) => {
    const before = rows[at] ?? row
    const percent = Number((((row.number ?? 0) / (before.number ?? 0) - 1) * 100).toPrecision(2))
    return { row, before, percent: Math.abs(percent), isDown: percent < 0 }
  })
  const own = moves.filter(({ isDown, percent }) => percent !== 0 && isDown === isFall)
  const [first] = rows
  const series = `${capital(ownerOf((first as Fact).subject))} ${lower(nameOfFigure(first as Fact))}`
  const label = series.replace(' (current US$)', ' in current US dollars')
  const verb = isFall ? 'fell' : 'rose'
  const note = /\(current US\$\)/.test(series) ? NOTE : ''
  const span = `of the ${moves.length} years from ${rows[1]?.year} to ${rows.at(-1)?.year}`
  const isLong = own.length > MOST_MOVES
  const list = own.map(({ row, percent }) => (isLong ? `${row.year}` : `${row.year} (${percent}%)`))
  return {
    text: `${label} ${verb} in ${own.length === 0 ? 'none' : own.length} ${span}${own.length === 0 ? '' : `: ${joinAnd(list)}`}${note}.`,
    facts: rows,
    computed: [own.length, moves.length, ...own.map(({ percent }) => percent)],
  }
}

function seriesOf(subject: Subject, { attribute }: AttributeSense, asking: Asking): Fact[] {
  return read({ subjects: [subject.id], attributes: [attribute.id] }, asking)
    .filter(({ number, year }) => number !== undefined && year !== undefined)
    .toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
}
