import vocabulary from '../../../data/words.json' with { type: 'json' }
import { capital, fillSlots, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, readFilters, reasonsFor } from '../filters.ts'
import type { Phrase } from '../find-named.ts'
import type { Derived } from '../lexicon.ts'
import { COUNTS } from '../read-question.ts'
import { nameOfSeries, sayOvertaking } from '../report/describe-series.ts'
import { nameOf, ownerOf } from '../report/say-value.ts'
import { sayTogether } from '../say-compared.ts'
import {
  datedValue,
  figureOf,
  lower,
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

const JOINED = { minus: 'minus', per: 'divided by' } as const
/** Some countries are on two continents, and the collection counts each on one. */
const DISPUTED = ['Europe', 'Asia']
const SHARE = /\b(?:share|percentage|percent|proportion|fraction) of\b/i
const PER_PERSON = /\bper (?:capita|person|head|inhabitant|citizen)\b/i
const COMPARES = /^(?:is|are|was|were|does|do|has|have|which|what)\b.*\b(?:than|or)\b/i
export const OVERTAKES =
  /^(?:overt(?:ake|akes|ook|aken)|(?:sur)?pass(?:es|ed)?|exceed(?:s|ed)?|outgr[eo]w)$/i
/** Countries of a ranking if no number is asked for, and at most. */
const LISTED = 5
const MOST_LISTED = 30
/** A series has more values than the last few years of a profile. */
const LEAST_YEARS = 10
const UP = new RegExp(vocabulary.moves.up, 'i')
const DOWN = new RegExp(vocabulary.moves.down, 'i')
const ASKS_YEARS = /\b(?:when|(?:which|what) years?|ever)\b/i
const WHETHER_EVER = /^(?:did|has|have|had)\b.*\bever\b/i
const LAST_TIME = /\b(?:last|most recently|the last time)\b(?! \w+ years)/i
const DOUBLES = /\bto double\b/i
const NOTE = '; figures in US dollars also move with the exchange rate'
/** Of more years, the changes would fill a page. */
const MOST_MOVES = 15

/** Answers with a figure that no row has: from two others, of a group beside a country, or from a series. */
export function answerDerived(asking: Asking): FactAnswer | undefined {
  const [sense, ...more] = sensesOf('derived', asking)
  if (sense && more.length > 0) return undefined
  if (sense && asking.question.mentions.length === 0) {
    const isCountry = ({ senses }: Phrase) => senses.some(one => one.type === 'kind')
    const phrases = asking.question.phrases.filter(one => !isCountry(one))
    const question = { ...asking.question, phrases }
    return rankDerived({ derived: sense.derived, asking: { ...asking, question } })
  }
  if (sense) return answerFromTwo(sense.derived, asking)
  const perPerson = readPerPerson(asking)
  if (perPerson && asking.question.mentions.length === 0) return rankDerived(perPerson)
  if (perPerson) return answerFromTwo(perPerson.derived, perPerson.asking)
  const shares = sayOfGroups(asking)
  if (shares.length > 0) return answerOf(...shares)
  const statement = sayOfSeries(asking)
  return statement && answerOf(statement)
}

/** "The countries with the most electricity use per person". */
function rankDerived({ derived, asking }: PerPerson): FactAnswer | undefined {
  const { question, facts } = asking
  const { phrases, rest, thresholds, years, isSpan, count, text } = question
  const towards = question.direction ?? (/\brank/i.test(text) ? 'highest' : undefined)
  const { filters, used } = readFilters(asking, 'country') ?? {}
  const isMore = rest.length + thresholds.length > 0 || isSpan || years.length > 1
  const [, ...others] = phrases.filter(one => !used?.has(one))
  if (!towards || !filters || isMore || others.length > 0) return undefined
  const labels = derived.of.flat().map(([label]) => label)
  const ids = facts
    .attributes()
    .filter(one => labels.includes(one.label))
    .map(one => one.id)
  const all = Map.groupBy(read({ attributes: ids }, asking), row => row.subject.id)
  const sign = towards === 'highest' ? -1 : 1
  const ranked = facts
    .subjectsOfKind('country')
    .filter(({ id }) => reasonsFor(id, filters))
    .flatMap(({ id }) => {
      const [one, other] = pairOf(all.get(id) ?? [], derived, asking) ?? []
      return one?.number && other?.number
        ? [{ one, other, number: derivedOf(derived, one, other) }]
        : []
    })
    .toSorted((a, b) => sign * (a.number - b.number))
  const isMany = /\b(?:countries|nations|rank\w*)\b/i.test(text)
  const shown = ranked.slice(0, Math.min(count ?? (isMany ? LISTED : 1), MOST_LISTED))
  if (shown.length === 0) return undefined
  const amounts = shown.map(({ one, number }) => sayAmount(number, one))
  const [year, ...otherYears] = new Set(shown.map(({ one }) => one.year))
  const list = shown.map(({ one }, at) => {
    const when = otherYears.length > 0 ? ` in ${one.year}` : ''
    return `${nameOf(one.subject)} (${amounts[at]?.amount}${when})`
  })
  const counted = `${ranked.length} countries have figures`
  const note = year === undefined || otherYears.length > 0 ? counted : `${year}; ${counted}`
  const where = filters.map(({ of }) => ` ${of}`).join('') || ' in the world'
  const first =
    shown.length > 1 ? `The ${COUNTS[shown.length] ?? shown.length} countries` : 'The country'
  return answerOf({
    text: `${first}${where} with the ${towards} ${derived.named} (${note}) ${shown.length > 1 ? 'are' : 'is'} ${joinAnd(list)}.`,
    facts: shown.flatMap(({ one, other }) => [
      one,
      other,
      ...(reasonsFor(one.subject.id, filters) ?? []),
    ]),
    computed: [shown.length, ranked.length, ...amounts.map(({ value }) => value)],
    ...(filters.length > 0 && { named: filters.flatMap(one => one.named ?? []) }),
  })
}

interface PerPerson {
  readonly derived: Derived
  readonly asking: Asking
}

/** "Emissions of India per head": an amount divided by the population. */
function readPerPerson(asking: Asking): PerPerson | undefined {
  const { text, phrases, rest, conditions } = asking.question
  if (!PER_PERSON.test(text) || conditions.others.join() !== 'per') return undefined
  const measures = phrases.filter(phrase => attributesOf(phrase).length > 0)
  const senses = measures.slice(0, 1).flatMap(attributesOf)
  const [first] = senses.flatMap(sense => figuresOf(sense, asking).slice(0, 1))
  if (!first || !canSum(first)) return undefined
  const label = lower(nameOfFigure(first, asking.lexicon))
  const of = senses.map(({ attribute }) => [attribute.label, first.qualifier ?? ''])
  const named = `${label} per person`
  const open = rest.filter(word => !PER_PERSON.test(`per ${word}`))
  const isRead = (one: Phrase) => one.senses.some(({ type }) => type === 'condition')
  const question = {
    ...asking.question,
    phrases: phrases.filter(one => measures.includes(one) || isRead(one)),
    rest: open,
  }
  return {
    derived: { named, by: 'per', of: [of, [['Population', 'total'], ['Population by year']]] },
    asking: { ...asking, question: { ...question, conditions: { ...conditions, others: [] } } },
  }
}

function answerFromTwo(derived: Derived, asking: Asking): FactAnswer | undefined {
  const { mentions, phrases, rest, conditions, thresholds, direction, years } = asking.question
  const isMore = phrases.length > 1 || [rest, conditions.others, thresholds].flat().length > 0
  if (mentions.length === 0 || isMore || (direction && mentions.length < 2)) return undefined
  const subjects = mentions.flatMap(one => one.subjects.slice(0, 1))
  const found = subjects.map(subject => ({ subject, said: derive(subject, derived, asking) }))
  const when = years.length > 0 ? ` in ${years.join(' to ')}` : ''
  const figures = direction ? subjects.flatMap(one => figureFrom(one, derived, asking) ?? []) : []
  if (direction && figures.length === subjects.length)
    return answerOf(sayTogether(figures, { ...asking, name: derived.named }))
  return {
    ...answerOf(...found.flatMap(({ said }) => said ?? [])),
    missing: found
      .filter(({ said }) => !said)
      .map(({ subject }) => `${subject.name}: ${derived.named}${when}`),
  }
}

/** The newest two figures of one year. */
function pairOf(all: readonly Fact[], { of }: Derived, { question }: Asking) {
  const { years } = question
  const rows = all.filter(({ number }) => number !== undefined)
  const [ones = [], others = []] = of.map(names =>
    names.flatMap(([label, qualifier = '']) =>
      rows.filter(row => row.attribute.label === label && (row.qualifier ?? '') === qualifier),
    ),
  )
  const pairs = ones.flatMap(one => {
    const other = others.find(({ year }) => year === one.year)
    return other && (years.length === 0 || years.includes(one.year ?? 0))
      ? [[one, other] as const]
      : []
  })
  return pairs.toSorted(([a], [b]) => (b.year ?? 0) - (a.year ?? 0))[0]
}

function derivedOf({ by }: Derived, { number: one = 0 }: Fact, { number: other = 0 }: Fact) {
  return by === 'minus' ? one - other : by === 'times' ? (one / 100) * other : one / other
}

/** The figure as a fact that names the two it comes from, to compare it with others. */
function figureFrom(subject: Subject, derived: Derived, asking: Asking): Fact | undefined {
  const [one, other] = pairOf(read({ subjects: [subject.id] }, asking), derived, asking) ?? []
  if (!one?.number || !other?.number || derived.by === 'times') return undefined
  const exact = derivedOf(derived, one, other)
  const { amount: size, value } = sayAmount(Math.abs(exact), one)
  const [number, amount] = exact < 0 ? [-value, `−${size}`] : [value, size]
  const attribute = { ...one.attribute, label: derived.named }
  return { ...one, attribute, number, text: `${amount} (${one.year})`, from: [one, other] }
}

function derive(subject: Subject, derived: Derived, asking: Asking): FactStatement | undefined {
  const { named, by, whole, say } = derived
  const rows = read({ subjects: [subject.id] }, asking)
  const [one, other] = pairOf(rows, derived, asking) ?? []
  if (one?.number === undefined || !other?.number) return undefined
  const number = derivedOf(derived, one, other)
  const { amount, value } = sayAmount(Math.abs(number), by === 'times' ? other : one)
  const when = one.year === undefined ? '' : ` in ${one.year}`
  const bare = (fact: Fact) => datedValue(fact).replace(/\s*\(\d{4}(?: est\.)?\)$/, '')
  const share = bare(one).replace(/ of (?:GDP|(?:total )?population)$/, '')
  const shown = sayAmount(other.number, other)
  const from =
    by === 'times'
      ? `${share} of a ${whole} of ${shown.amount}`
      : `${bare(one)} ${JOINED[by]} ${bare(other)}`
  const isMany = /^[\w ]*[^su]s\b/.test(named.split(' (')[0]?.split(' per ')[0] ?? '')
  const said = say
    ? fillSlots(say, { amount: amount.replace(/ people$/, ''), subject: nameOf(subject) })
    : `${capital(ownerOf(subject))} ${named} ${isMany ? 'were' : 'was'} ${number < 0 ? '−' : ''}${amount}`
  return {
    text: `${said}${when}: ${from}.`,
    facts: [one, other],
    computed: [
      number < 0 ? -value : value,
      value,
      shown.value,
      ...[one, other].flatMap(fact => fact.number ?? []),
    ],
  }
}

/** A question such as "What share of the world's population and GDP does Africa have?": each measure by itself, or none. */
function sayOfGroups(asking: Asking): FactStatement[] {
  const { question } = asking
  const measures = question.phrases.filter(one => attributesOf(one).length > 0)
  const each = (measures.length > 1 ? measures : [undefined]).flatMap(measure => {
    const isOther = (one: Phrase) => measure && one !== measure && measures.includes(one)
    const phrases = question.phrases.filter(one => !isOther(one))
    return sayOfGroup({ ...asking, question: { ...question, phrases } }) ?? []
  })
  return each.length < measures.length ? [] : each
}

/** "Is Russia bigger than Africa?", "What share of the world's population lives in India?" */
function sayOfGroup(asking: Asking): FactStatement | undefined {
  const { text, mentions, phrases, rest, years, thresholds, conditions } = asking.question
  const isShare = SHARE.test(text)
  const groups = phrases.filter(({ senses }) =>
    senses.some(one => one.type === 'condition' && one.group),
  )
  const world = mentions.find(one => WORLD.test(one.text))
  const parts = mentions
    .filter(one => one !== world && !groups.some(group => group.text === one.text))
    .flatMap(({ subjects }) => subjects)
  const [part, ...others] = parts
  const named = phrases.filter(phrase => attributesOf(phrase).length > 0)
  const isMore =
    [isShare ? [] : others, rest, years, thresholds, conditions.others].flat().length > 0 ||
    named.length > 1
  if (isMore || !(isShare || COMPARES.test(text))) return undefined
  const question = { ...asking.question, mentions: [] }
  const [filter, ...more] = readFilters({ ...asking, question }, 'country')?.filters ?? []
  const isGroup = filter !== undefined && more.length === 0 && groups.length === 1
  if (isShare ? !(isGroup || (part && world)) : !(isGroup && part)) return undefined
  const extremes = sensesOf('extreme', asking)
  const senses = named.length > 0 ? named.flatMap(attributesOf) : isShare ? [] : extremes
  for (const { attribute, ...sense } of senses) {
    const figures = figuresOf({ ...sense, type: 'attribute', attribute }, asking)
    const members = figures.filter(
      ({ subject: { kind, id } }) => filter && kind === 'country' && reasonsFor(id, [filter]),
    )
    const isOwn = ({ subject }: Fact) => parts.some(({ id }) => id === subject.id)
    const own = part ? figures.filter(isOwn) : members
    const whole = world ? figures.filter(one => WORLD.test(one.subject.name)).slice(0, 1) : members
    const [first] = own
    if (!first?.number || !whole[0] || !canSum(first) || own.length < parts.length) continue
    const [mine, total] = [sumOf(own), sumOf(whole)]
    const said = sayAmount(total, first)
    const wordOf = asking.lexicon.wordsOf(attribute)?.named
    const label = lower(wordOf ?? attribute.label.replace(/ \(.*\)/, ''))
    const among = `${members.length} countries ${filter?.of}`
    if (!isShare) {
      const isLess = extremes.some(({ direction }) => direction === 'lowest')
      const isDisputed = DISPUTED.includes(filter?.named ?? '')
      const verdict = (isLess ? mine < total : mine > total) ? 'Yes. ' : 'No. '
      const note = isDisputed ? ', without Russia, which the source counts to Central Asia' : ''
      const article = /^[aeiou]/.test(label) ? 'an' : 'a'
      return {
        text: `${isDisputed || /^wh/i.test(text) ? '' : verdict}${part?.name} has ${article} ${label} of ${datedValue(first)}; the ${among} have ${said.amount} together${note}.`,
        facts: [first, ...members],
        computed: [said.value, members.length],
      }
    }
    if (!world && !own.every(one => members.includes(one))) continue
    const percent = Number(((mine / total) * 100).toPrecision(3))
    const amount = sayAmount(mine, first)
    const verb = own.length > 1 ? 'have' : 'has'
    return {
      text: `${part ? capital(joinAnd(parts.map(nameOf))) : among} ${verb} ${percent}% of the ${label} of ${world ? 'the world' : among}: ${own.length > 1 ? amount.amount : datedValue(first)} of ${said.amount}.`,
      facts: [...own, ...whole],
      computed: [percent, amount.value, said.value, own.length, whole.length],
      ...(filter?.named && { named: [filter.named] }),
    }
  }
  return undefined
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
  if (series && isOvertaking && !isSpan) {
    const said = sayOvertaking(series, lower(label))
    const [ahead] =
      said?.facts.slice(-2).toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0)) ?? []
    // "Has China been overtaken by India?"
    const isPassive = /\bby\b/i.test(text)
    const isFirst = ahead?.subject.id === subjects[isPassive ? 1 : 0]?.id
    const verdict = /^(?:has|have|did|is|does)\b/i.test(text) ? (isFirst ? 'Yes: ' : 'No: ') : ''
    // Another language says the newest two figures.
    const facts = asking.isEnglish ? said?.facts : said?.facts.slice(-2)
    return said && facts && { ...said, facts, text: `${verdict}${said.text}` }
  }
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
  if (asksYears && !threshold && !direction && rows.length > 1) return sayMoves(rows, isFall, text)
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
function sayMoves(rows: readonly Fact[], isFall: boolean, asked: string): FactStatement {
  const moves = rows.slice(1).map((row, at) => {
    const before = rows[at] ?? row
    const percent = Number((((row.number ?? 0) / (before.number ?? 0) - 1) * 100).toPrecision(2))
    return { row, before, percent: Math.abs(percent), isDown: percent < 0 }
  })
  const own = moves.filter(({ isDown, percent }) => percent !== 0 && isDown === isFall)
  const [last] = own.slice(-1)
  const [first] = rows
  const series = `${capital(ownerOf((first as Fact).subject))} ${lower(nameOfFigure(first as Fact))}`
  const label = series.replace(' (current US$)', ' in current US dollars')
  const verb = isFall ? 'fell' : 'rose'
  const note = /\(current US\$\)/.test(series) ? NOTE : ''
  if (last && LAST_TIME.test(asked)) {
    const { row, before, percent } = last
    return {
      text: `${label} last ${verb} in ${row.year}: by ${percent}%, from ${figureOf(before, true)} to ${figureOf(row, true)}${note}.`,
      facts: [before, row],
      computed: [percent, ...[before, row].flatMap(one => readable(one).computed ?? [])],
    }
  }
  const span = `of the ${moves.length} years from ${rows[1]?.year} to ${rows.at(-1)?.year}`
  const isLong = own.length > MOST_MOVES
  const list = own.map(({ row, percent }) => (isLong ? `${row.year}` : `${row.year} (${percent}%)`))
  const verdict = WHETHER_EVER.test(asked) ? (own.length > 0 ? 'Yes: ' : 'No: ') : ''
  return {
    text: `${verdict}${label} ${verb} in ${own.length === 0 ? 'none' : own.length} ${span}${own.length === 0 ? '' : `: ${joinAnd(list)}`}${note}.`,
    facts: rows,
    computed: [own.length, moves.length, ...own.map(({ percent }) => percent)],
  }
}

function seriesOf(subject: Subject, { attribute }: AttributeSense, asking: Asking): Fact[] {
  return read({ subjects: [subject.id], attributes: [attribute.id] }, asking)
    .filter(({ number, year }) => number !== undefined && year !== undefined)
    .toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
}
