import vocabulary from '../../../data/words.json' with { type: 'json' }
import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, type Filter, isPlace, readFilters, reasonsFor } from '../filters.ts'
import type { Phrase } from '../find-named.ts'
import type { Threshold } from '../read-question.ts'
import {
  nameOfSeries,
  sayExceeding,
  sayReturn,
  saySteps,
  tableOfCited,
  tableOfSteps,
} from '../report/describe-series.ts'
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
import { writeNumber } from '../write-fact.ts'

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
const SINCE_WHEN = /^since when\b/i
const DOUBLES = /\bto double\b/i
/** Fewer years in a row are named one by one. */
const LEAST_RUN = 3
/** Of more years, the changes would fill a page. */
const MOST_MOVES = 15

/** Answers with a figure that no row has: from two others, of a group beside a country, or from a series. */
export function answerDerived(asking: Asking): FactAnswer | undefined {
  const { mentions, text } = asking.question
  // "The highest GDP apart from China", "the rank of Norway" are for rankings.
  const isOfRanking = mentions.some(one => one.isNegated) || RANKS.test(text)
  if (isOfRanking && mentions.length > 0) return undefined
  if (RETURNS.test(text)) return answerReturns(asking)
  const bySteps = answerBySteps(asking)
  if (bySteps) return bySteps
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
  const isOfYears = mentions.length > 1 && ASKS_YEARS.test(asking.asked ?? text)
  const each = (isOfYears ? mentions : []).flatMap(
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

/** The series of each subject, of the first attribute that has one for all. */
function seriesFor(senses: readonly AttributeSense[], asking: Asking): Fact[][] | undefined {
  const subjects = asking.question.mentions.flatMap(one => one.subjects)
  return senses
    .map(sense => subjects.map(subject => seriesOf(subject, sense, asking)))
    .find(all => all.length > 0 && all.every(({ length }) => length >= LEAST_YEARS))
}

/** "When did the GDP of Spain and Italy return to its level of 2019?" */
function answerReturns(asking: Asking): FactAnswer | undefined {
  const { phrases, years } = asking.question
  const measures = phrases.map(attributesOf).filter(senses => senses.length > 0)
  const series = measures.map(senses => seriesFor(senses, asking))
  if (years.length !== 1 || !series.every(all => all !== undefined)) return undefined
  const said = series.flatMap(all => all.map(rows => sayReturn(rows, years[0] ?? 0)))
  const statements = said.filter(one => one !== undefined)
  return statements.length === said.length ? showing(statements) : undefined
}

/** "How did the GDP of Botswana change in each decade?", with what is left after the last whole one. */
function answerBySteps(asking: Asking): FactAnswer | undefined {
  const { step, operations, phrases, years, rest, thresholds } = asking.question
  const [measure, ...more] = phrases.filter(phrase => attributesOf(phrase).length > 0)
  if (!measure || !step || !operations.has('change')) return undefined
  if (more.length + rest.length + thresholds.length > 0) return undefined
  const [from = 0, to = Number.POSITIVE_INFINITY] = years
  const isGrowth = /\bgrowth\b/i.test(measure.text)
  const isRate = ({ attribute }: AttributeSense) => /\b(?:rate|growth)\b/i.test(attribute.label)
  const senses = attributesOf(measure).filter(one => !isGrowth || isRate(one))
  const series = seriesFor(senses, asking) ?? []
  const told = series.flatMap(all => {
    const rows = all.filter(({ year = 0 }) => year >= from && year <= to)
    const shown = rows.filter(
      ({ year = 0 }, at) => (year - from) % step === 0 || at === rows.length - 1,
    )
    const said = saySteps(shown)
    return said ? [{ said, series: shown.slice(1).map((row, at) => [shown[at] ?? row, row]) }] : []
  })
  if (told.length === 0) return undefined
  const steps = told.flatMap(({ series }) => series)
  const missing = series.flatMap(([first]) =>
    first?.year !== undefined && first.year > from && from > 0
      ? `${nameOf(first.subject)}: ${nameOfSeries(first.attribute)} before ${first.year}`
      : [],
  )
  return { ...answerOf(...told.map(({ said }) => said)), layouts: [tableOfSteps(steps)], missing }
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
  const { phrases, rest, conditions, years, isSpan, thresholds, direction, text } = asking.question
  const isAny = !isSpan && years.length > 0
  const [measure, ...more] = phrases.filter(phrase => attributesOf(phrase).length > 0)
  const [word, ...unknown] = rest
  const isOvertaking = word !== undefined && OVERTAKES.test(word)
  const isMore = [more, unknown, conditions.others].flat().length > 0
  if (!measure || isMore || isAny || SHARE.test(text) || (word !== undefined && !isOvertaking))
    return undefined
  const senses = attributesOf(measure)
  const series = seriesFor(senses, asking)
  const [whole = [], ...rivals] = series ?? []
  const [from = 0, to = Number.POSITIVE_INFINITY] = years
  const rows = whole.filter(({ year = 0 }) => year >= from && year <= to)
  const [first, last] = [rows[0], rows.at(-1)]
  if (isOvertaking && !isSpan)
    return rivals.length === 1 ? sayExceeding(whole, rivals[0] ?? []) : undefined
  const [threshold, ...marks] = thresholds
  if (!first || !last || isOvertaking || rivals.length + marks.length > 0) return undefined
  if (threshold && /\b(?:when|year)\b/i.test(text)) return sayPassing(rows, threshold)
  if (DOUBLES.test(text) && !threshold && from === first.year) return sayDoubling(rows)
  // "Growth" is a measure here, and no move.
  const bare = text.replace(measure.text, '')
  const isFall = DOWN.test(bare)
  const asksYears = ASKS_YEARS.test(text) && isFall !== UP.test(bare)
  if (asksYears && !threshold && !direction && rows.length > 1)
    return SINCE_WHEN.test(text) ? saySince(rows, isFall) : sayMoves(rows, isFall)
  if (!direction || threshold) return undefined
  const [peak = first] = byNumber(rows, direction)
  return {
    text: `Between ${first.year} and ${last.year}, ${ownerOf(first.subject)} ${nameOfSeries(first.attribute)} was ${direction} in ${peak.year}: ${figureOf(peak, true)}.`,
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

/** The year since which a series has been beyond a mark, or first was: "In which year did it exceed 100 million?" */
function sayPassing(
  rows: readonly Fact[],
  { value, direction }: Threshold,
): FactStatement | undefined {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return undefined
  const isHigh = direction === 'highest'
  const isMet = ({ number = 0 }: Fact) => (isHigh ? number > value : number < value)
  const beyond = isHigh ? 'above' : 'below'
  const mark = sayAmount(value, first).amount.replace(/ people$/, '')
  const owner = `${capital(ownerOf(first.subject))} ${nameOfSeries(first.attribute)}`
  const said = (fact: Fact) => `${figureOf(fact, true)} in ${fact.year}`
  const cited = (facts: readonly Fact[], text: string) => ({
    ...{ text: `${owner} ${text}.`, facts },
    computed: [value, ...facts.flatMap(one => readable(one).computed ?? [])],
  })
  const isOver = isMet(first)
  const at = rows.findIndex(
    (one, index) => isMet(one) && !(isOver && rows.slice(0, index).every(isMet)),
  )
  const [peak = first] = byNumber(rows, direction)
  const span = `in any year from ${first.year} to ${last.year}`
  if (at < 0 && isOver)
    return cited(
      [first, last],
      `was ${beyond} ${mark} in every year from ${first.year} to ${last.year}: ${said(first)} and ${said(last)}`,
    )
  if (at < 0)
    return cited(
      [first, peak, last],
      `was not ${beyond} ${mark} ${span}; it came closest in ${peak.year}, with ${figureOf(peak, true)}`,
    )
  const since = rows.findLastIndex(one => !isMet(one)) + 1
  const [own = first, before] = [rows[at], rows[at - 1]]
  const [start, fallen] = [rows[since], rows[since - 1]]
  const after = before ? `, after ${said(before)}` : ''
  // It may have been back on the other side in between.
  const later =
    since === at
      ? ''
      : start && fallen
        ? `; it has been ${beyond} it since ${start.year} (${figureOf(start, true)}, after ${said(fallen)})`
        : `; it was not in ${last.year} (${figureOf(last, true)})`
  const isLater = since !== at
  const facts = [before ?? [], own, ...(isLater ? [fallen ?? [], start ?? last] : [])].flat()
  return cited(
    facts,
    `${isOver ? `${isHigh ? 'rose' : 'fell'} back` : 'was first'} ${beyond} ${mark} in ${own.year}: ${figureOf(own, true)}${after}${later}`,
  )
}

/** How far two values are apart: in per cent, and of rates in points. */
function changeBetween({ number: from = 0, unit }: Fact, { number: to = 0 }: Fact, digits: number) {
  const isRate = /^%/.test(unit ?? '')
  const exact = isRate ? Math.abs(to - from) : Math.abs(to / from - 1) * 100
  const value = exact < 1_000 ? Number(exact.toPrecision(digits)) : Math.round(exact)
  return { text: `${writeNumber(value)}${isRate ? ' percentage points' : '%'}`, value }
}

/** The last years in which a series moved one way: "Since when has it been falling?" */
function saySince(rows: readonly Fact[], isFall: boolean): FactStatement | undefined {
  const numberAt = (at: number) => rows[at]?.number ?? 0
  const isMoved = (at: number) =>
    isFall ? numberAt(at) < numberAt(at - 1) : numberAt(at) > numberAt(at - 1)
  const end = rows.length - 1
  let from = end
  while (from > 0 && isMoved(from)) from -= 1
  const [first, start, last] = [rows[0], rows[from], rows[end]]
  if (!first || !start || !last) return undefined
  const owner = `${capital(ownerOf(last.subject))} ${nameOfSeries(last.attribute)}`
  const verb = isFall ? 'fallen' : 'risen'
  const said = (fact: Fact) => `${figureOf(fact, true)} in ${fact.year}`
  if (from === end) {
    const before = rows[end - 1] ?? first
    return {
      text: `${owner} has not ${verb} in the latest year: it was ${said(before)} and ${said(last)}.`,
      facts: [before, last],
      computed: [before, last].flatMap(one => readable(one).computed ?? []),
    }
  }
  const change = changeBetween(start, last, 3)
  const [peak = start] = byNumber(rows, isFall ? 'highest' : 'lowest')
  const extreme = isFall ? 'highest' : 'lowest'
  const top =
    peak === start || from === 0
      ? ''
      : `; it was ${extreme} in ${peak.year}, at ${figureOf(peak, true)}`
  return {
    text: `${owner} has ${verb} ${end - from > 1 ? 'in every year ' : ''}since ${rows[from + 1]?.year}: from ${said(start)} to ${said(last)}, by ${change.text}${top}.`,
    facts: [start, rows[from + 1] ?? last, last, peak],
    computed: [change.value, ...[start, last, peak].flatMap(one => readable(one).computed ?? [])],
  }
}

/** The years in which a series fell or rose, those in a row as one: "In which years did it shrink?" */
function sayMoves(rows: readonly Fact[], isFall: boolean): FactStatement | undefined {
  const [first] = rows
  if (!first) return undefined
  const moves = rows.slice(1).map((row, at) => ({ row, before: rows[at] ?? row }))
  const own = moves.filter(({ row, before }) =>
    isFall ? (row.number ?? 0) < (before.number ?? 0) : (row.number ?? 0) > (before.number ?? 0),
  )
  const runs: (typeof own)[] = []
  for (const move of own) {
    const last = runs.at(-1)
    if (last?.at(-1)?.row === move.before) last.push(move)
    else runs.push([move])
  }
  const told = runs.flatMap(run => {
    const [from, to] = [run[0]?.before ?? first, run.at(-1)?.row ?? first]
    const change = changeBetween(from, to, 2)
    const years = run.map(({ row }) => row.year)
    return run.length < LEAST_RUN
      ? run.map(({ row, before }) => {
          const { text, value } = changeBetween(before, row, 2)
          return { text: `${row.year}${runs.length > MOST_MOVES ? '' : ` (${text})`}`, value }
        })
      : {
          ...change,
          text: `every year from ${years[0]} to ${years.at(-1)} (${change.text} in all)`,
        }
  })
  const verb = isFall ? 'fell' : 'rose'
  const span = `${rows[1]?.year} to ${rows.at(-1)?.year}`
  const [only] = told
  const list = told.length > 0 ? `: ${joinAnd(told.map(({ text }) => text))}` : ''
  const counted = `in ${own.length === 0 ? 'none' : own.length} of the ${moves.length} years from ${span}${list}`
  return {
    text: `${capital(ownerOf(first.subject))} ${nameOfSeries(first.attribute)} ${verb} ${own.length === moves.length && only ? `in ${only.text}` : counted}.`,
    facts: rows,
    computed: [own.length, moves.length, ...told.map(({ value }) => value)],
  }
}

function seriesOf(subject: Subject, { attribute }: AttributeSense, asking: Asking): Fact[] {
  return read({ subjects: [subject.id], attributes: [attribute.id] }, asking)
    .filter(({ number, year }) => number !== undefined && year !== undefined)
    .toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
}
