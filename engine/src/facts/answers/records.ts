import vocabulary from '../../../data/words.json' with { type: 'json' }
import { dates } from '../../text/lex/dates.ts'
import { capital, fillSlots, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Attribute, Fact, Subject } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import type { Mention, Phrase } from '../find-named.ts'
import type { FactQuestion } from '../read-question.ts'
import { nameOf } from '../report/say-value.ts'
import { sayDay, sayFact } from '../say-facts.ts'
import { type Asking, byTime, isOf, read, sensesOf } from '../select-facts.ts'

export const DAY_MS = 86_400_000
const MOST_GAP_DAYS = 7
export const YEAR_DAYS = 365.2425
export const PRESIDENT = 'President of the United States'
export const OFFICES = 'us-officeholders'
const HOME = /^Country of birth/
/** Countries that are listed if no number is asked for, and at most. */
const HOMES = 5
const MOST_HOMES = 20
/** The day on which Nobel prizes are handed over. */
const PRIZE_DAY = '12-10'
/** Asks how old holders were, or for the youngest or the oldest. */
export const AGE = /\b(?:youngest|oldest|how old|what age|(?:older|younger) than)\b/i
const RANKED = /\b(?:youngest|oldest)\b/i
const HOMES_OF_TEAMS: Readonly<Record<string, string>> = vocabulary.tournaments.homes
const TENURES: Readonly<Record<string, string>> = vocabulary.tenures
const LONG = /\bhow (?:long|many years)\b|^since when\b/i

/** Says one record, or the terms of one holder in a row as one, with their length if it is asked for. */
export function sayRun(
  run: readonly Fact[],
  asking: Asking,
  isLong = LONG.test(asking.asked ?? asking.question.text),
): FactStatement {
  const [first] = run
  const end = run.at(-1)?.end
  if (!first) return { text: '', facts: [] }
  const text = first.text?.replace(/, [a-z-]+$/, how => TENURES[how] ?? how)
  const one = sayFact(
    { ...first, ...(text && { text }), ...(end !== undefined && { end }) },
    asking,
  )
  const since = run.length > 1 ? 'in office since $1, and the current term ends' : '$&'
  // "Since when has she been a senator?" is about no end.
  const isSince = /^since when\b/i.test(asking.asked ?? asking.question.text)
  const said = {
    ...one,
    text: isSince
      ? one.text.replace(/ is (.*); the term began on (.*?) and ends.*/, ' has been $1 since $2.')
      : one.text.replace(/the term began on (.*?) and ends/, since),
  }
  const isGoingOn = end !== undefined && end > asking.today
  const years = yearsBetween(first.start ?? '', isGoingOn ? asking.today : (end ?? ''))
  const days = (Date.parse(end ?? '') - Date.parse(first.start ?? '')) / DAY_MS
  const [length, unit] = years > 0 ? [years, 'year'] : [isGoingOn ? 0 : days, 'day']
  // No quote has several terms as one.
  if (!isLong || !(length > 0))
    return { ...said, facts: run, ...(first.start && { computed: [run.length] }) }
  const lasted = `${said.text.replace(/\.$/, '')} (${length} ${unit}${length === 1 ? '' : 's'}${isGoingOn ? ' so far' : ''}).`
  return { text: lasted, facts: run, computed: [...(said.computed ?? []), length] }
}

/** Whole years between two days. */
export function yearsBetween(start: string, end: string): number {
  return Math.floor((Date.parse(end) - Date.parse(start)) / (YEAR_DAYS * DAY_MS) + 0.01)
}

/** Countries by the number of laureates who were born there, because no collection has their nationality. */
export function answerByHome(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { mentions, operations, rest, count = HOMES, direction } = asking.question
  const ids = mentions.flatMap(({ subjects }) => subjects.map(one => one.id))
  const isCount = operations.has('count') || operations.has('often')
  const isOther = rest.some(word => !/^(?:born|from|won|received)$/i.test(word))
  const isOfAll = sensesOf('kind', asking).some(({ kind }) => kind === 'country')
  const isAsked = mentions.length > 0 ? isCount || (direction && mentions[1]) : isOfAll && direction
  if (!isAsked || isOther || rows[0]?.subject.kind !== 'laureate') return undefined
  const named = [...sensesOf('qualifier', asking), ...sensesOf('attribute', asking)]
  const fields = named.flatMap(({ qualifier }) => qualifier ?? [])
  const fitting = rows.filter(row => fields.every(field => field === row.qualifier))
  const ranked = homesOf(fitting, asking)
    .filter(
      ([name]) =>
        isOfAll || asking.facts.findSubjects([name]).some(one => ids.includes(one.subject.id)),
    )
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, Math.max(mentions.length, Math.min(count, MOST_HOMES)))
  const [[first = '', own = []] = [], ...others] = ranked
  if (own.length === 0 || ranked.length < mentions.length) return undefined
  const next = others.map(([name, { length }]) => `${withArticle(name)} (${length})`)
  const { years } = asking.question
  const what = `laureates of the ${prizeOf(fitting)}${saySpan(asking)}`
  const said =
    next.length > 0
      ? `the most ${what}: ${own.length}, followed by ${joinAnd(next)}`
      : `${own.length} ${own.length === 1 ? what.replace('laureates', 'laureate') : what}`
  const told = answerOf({
    text: `By country of birth, ${withArticle(first)} has ${said}.`,
    named: [prizeOf(fitting)],
    facts: ranked.flatMap(([, people]) => people),
    computed: [...years, ...ranked.map(([, { length }]) => length)],
  })
  // A question that follows is about the countries, not about their laureates.
  const countries = ranked.flatMap(([name, [row]]) => {
    const [found] = asking.facts.findSubjects([name])
    return found && row ? [{ ...row, subject: found.subject }] : []
  })
  const isForOne = countries.length === 1
  return { ...told, list: { facts: countries, isRanked: true, isForOne } }
}

/** Narrows rows to laureates who were born in the country or the group that is named, and the question to its other words. */
export function bornIn(rows: readonly Fact[], asking: Asking) {
  const { question, facts } = asking
  const { phrases, mentions } = question
  const born = phrases.find(one => attributesOf(one).some(own => HOME.test(own.attribute.label)))
  const [group] = sensesOf('condition', asking)
  const members = group && facts.find({ attributes: [group.attribute.id] }).filter(group.has)
  const isScope = ({ senses }: Phrase) => senses.some(({ type }) => type === 'condition')
  const scopes = phrases.filter(isScope)
  const [place, ...more] = mentions
    .filter(one => scopes.every(({ text }) => text !== one.text))
    .flatMap(({ subjects }) => subjects)
  const isOne = group?.group ? !place && scopes.length === 1 : place?.kind === 'country'
  if (!born || !isOne || more.length > 0) return undefined
  const name = group?.group?.name ?? (place ? nameOf(place) : '')
  const ids = new Set(members?.map(({ subject }) => subject.id) ?? [place?.id])
  const homes = homesOf(rows, asking)
    .filter(([home]) => facts.findSubjects([home]).some(({ subject }) => ids.has(subject.id)))
    .flatMap(([, own]) => own)
  const isOf = (own: readonly Fact[]) => (row: Fact) =>
    own.some(({ subject }) => subject.id === row.subject.id)
  const left = { phrases: phrases.filter(one => one !== born && !isScope(one)), mentions: [] }
  const of = `Of the laureates born in ${name} (as of today’s borders),`
  return {
    home: name,
    rows: rows.filter(isOf(homes)),
    asking: { ...asking, question: { ...question, ...left } },
    say: ({ statements: [one, ...others], ...answer }: FactAnswer): FactAnswer => {
      const facts = one ? [...one.facts, ...homes.filter(isOf(one.facts))] : []
      const named = [...(one?.named ?? []), name]
      const text = one?.text.startsWith('None of')
        ? one.text.replace(/ (?=is a )/, ` born in ${name} (as of today’s borders) `)
        : `${of} ${one?.text}`
      return { ...answer, statements: [{ ...one, text, facts, named }, ...others] }
    },
  }
}

/** Narrows titles to those of the teams of a region, and the question to its other words. */
export function inRegion(rows: readonly Fact[], asking: Asking) {
  const { question, facts, lexicon } = asking
  const phrase = question.phrases.find(one => one.senses.some(({ type }) => type === 'condition'))
  const region = phrase?.senses.find(one => one.type === 'condition' && one.group?.isRegion)
  const [first] = rows
  if (region?.type !== 'condition' || !first?.attribute.label.endsWith(' title')) return undefined
  const members = facts.find({ attributes: [region.attribute.id] }).filter(region.has)
  const names = new Set(members.map(({ subject }) => subject.name))
  const isWithin = ({ subject: { name } }: Fact) => names.has(HOMES_OF_TEAMS[name] ?? name)
  const own = rows.filter(isWithin)
  const all = [...new Set(rows.map(({ subject }) => subject.name))]
  const { name = '' } = region.group ?? {}
  const counted = lexicon.wordsOf(first.attribute)?.counted?.replace('{count}', `${all.length}`)
  const verdict = /^(?:has|have|did)\b/i.test(question.text) ? 'No: none' : 'None'
  const text = `${verdict} of the ${counted?.replace(' won ', ' that won ')} is in ${name}: ${joinAnd(all)}.`
  const cite = (one: FactStatement) => ({ ...one, named: [...(one.named ?? []), name] })
  return {
    rows: own,
    asking: {
      ...asking,
      question: { ...question, phrases: question.phrases.filter(one => one !== phrase) },
    },
    say: (answer: FactAnswer): FactAnswer => ({
      ...answer,
      statements: answer.statements.map(one =>
        cite({ ...one, text: one.text.replace(/ teams? won /, ` teams in ${name} won `) }),
      ),
    }),
    ...(own.length === 0 && {
      none: answerOf(cite({ text, facts: rows, computed: [all.length], isNone: true })),
    }),
  }
}

/** The holders' countries of birth, each with its holders. */
function homesOf(rows: readonly Fact[], asking: Asking): [string, Fact[]][] {
  const { facts, question } = asking
  const collection = rows[0]?.attribute.collection
  const home = facts.attributes().find(one => one.collection === collection && HOME.test(one.label))
  const ids = new Set(rows.filter(row => isWhen(row, question)).map(row => row.subject.id))
  const born = home ? read({ attributes: [home.id] }, asking) : []
  const own = born.filter(row => ids.has(row.subject.id))
  return [...Map.groupBy(own, row => row.text ?? '')]
}

function withArticle(country: string): string {
  return /^(?:USA|United|Czech)/.test(country) ? `the ${country}` : country
}

/** "Nobel Prize in physics" */
export function prizeOf(rows: readonly Pick<Fact, 'qualifier' | 'attribute' | 'start'>[]): string {
  const [field, ...more] = new Set(rows.map(row => row.qualifier))
  const { label = '' } = rows[0]?.attribute ?? {}
  if (field === 'peace' && more.length === 0) return 'Nobel Peace Prize'
  if (rows.some(({ start }) => start)) return label
  return field && more.length === 0 ? `${label} in ${field}` : label
}

/** The days on which holders were born, by holder. */
export function birthsOf(rows: readonly Fact[], asking: Asking): ReadonlyMap<number, Fact> {
  const birth = asking.facts
    .attributes()
    .find(one => one.label === 'Date of birth' && one.collection === rows[0]?.attribute.collection)
  const subjects = [...new Set(rows.map(({ subject }) => subject.id))]
  const born = birth ? read({ attributes: [birth.id], subjects }, asking) : []
  return new Map(born.map(row => [row.subject.id, row]))
}

/** The age in years, with a fraction, on a day, or at the time of the prize or the beginning of the term. */
export function ageAt(
  { year, start }: Fact,
  born: Fact,
  day = start ?? `${year}-${PRIZE_DAY}`,
): number {
  return (Date.parse(day) - Date.parse(born.text ?? '')) / (YEAR_DAYS * DAY_MS)
}

/** The holders who had an age when they first held it or when they last did, or who have it now. */
function agesOf(rows: readonly Fact[], asking: Asking) {
  const { question, today } = asking
  const isRanked = RANKED.test(question.text)
  const isOfToday = /\b(?:is|are|current|now|today)\b/i.test(question.text)
  const isEnd = /\bat the end\b/i.test(question.text)
  const isHeld = ({ start = '', end = '' }: Fact) => start <= today && today < end
  const current = isOfToday ? rows.filter(isHeld) : []
  // The only president of today is neither the youngest nor the oldest.
  const isOne = isRanked && new Set(current.map(({ subject }) => subject.id)).size === 1
  const isNow = current.length > 0 && !isOne
  const sign = /\boldest\b/i.test(question.text) || isEnd ? -1 : 1
  const ended = rows.filter(({ end = '' }) => !isEnd || end <= today)
  const held = isNow ? current : ended.filter(row => isWhen(row, question))
  // The youngest began a first term, the oldest a last one.
  const meant = held.toSorted((a, b) => -sign * byTime(a, b))
  const first = new Map(meant.map(row => [row.subject.id, row]))
  const aged = [...birthsOf([...first.values()], asking).values()].flatMap(source => {
    const row = first.get(source.subject.id)
    const day = isNow ? today : ((isEnd ? row?.end : row?.start) ?? `${row?.year}-${PRIZE_DAY}`)
    const years = row ? ageAt(row, source, day) : 0
    return row && years > 0 ? [{ row, day, years, age: Math.floor(years), source }] : []
  })
  return { aged: aged.toSorted((a, b) => sign * (a.years - b.years)), isNow, isEnd }
}

/** Keeps the holders who are older or younger than the question says. */
export function ofAge(rows: readonly Fact[], asking: Asking): Fact[] {
  const [threshold] = asking.question.thresholds
  const { value = 0, direction, isInclusive } = threshold ?? {}
  const today = rows[0]?.source.publishedOn ?? asking.today
  const { aged, isNow } = agesOf(rows, { ...asking, today })
  // Nobody aged 70 and some months is older than 70.
  const isMeant = (age: number) =>
    (isInclusive && age === value) || (direction === 'highest' ? age > value : age < value)
  const termsOf = ({ subject, start }: Fact) =>
    rows.filter(one => start && !isNow && one.subject.id === subject.id)
  return aged.flatMap(({ row, age }) =>
    isMeant(age) ? (termsOf(row).length > 0 ? termsOf(row) : row) : [],
  )
}

/** How old holders were or are; the youngest or the oldest if that is asked. */
export function answerByAge(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question, most, lexicon } = asking
  const [asked = ''] = RANKED.exec(question.text.toLowerCase()) ?? []
  const { aged, isNow, isEnd } = agesOf(rows, asking)
  const count = question.count ?? 1
  const named = question.mentions.flatMap(({ subjects }) => subjects).length
  const every = read({ attributes: rows.slice(0, 1).map(one => one.attribute.id) }, asking)
  const isWhole = rows.length === every.length && question.years.length === 0
  const found = asked ? aged.slice(0, count) : aged
  if (found.length === 0 || found.length > (asked ? MOST_HOMES : Math.max(most, named)))
    return undefined
  const cite = ({ row, source }: (typeof aged)[number]) => [row, source]
  const about = (row: Fact) =>
    row.start
      ? [row.text?.split(', ')[0], row.qualifier].filter(Boolean).join(', ')
      : `${prizeOf([row])} ${row.year}`
  if (asked && count > 1) {
    const list = joinAnd(found.map(({ row, age }) => `${row.subject.name} (${about(row)}), ${age}`))
    const ages = found.map(({ age }) => age)
    const text = `The ${count} ${asked} are ${list}.`
    const told = answerOf({ text, facts: found.flatMap(cite), computed: [...ages, count] })
    const rows = found.map(one => {
      const cell = (own: string) => ({ text: own, facts: cite(one), computed: [one.age] })
      return { label: one.row.subject.name, cells: [cell(`${one.age}`), cell(about(one.row))] }
    })
    return { ...told, table: { columns: ['Age', 'Held'], rows }, isOwnForm: true }
  }
  return answerOf(
    ...found.map(({ row, day, age, source }) => {
      const { subject, start, year, attribute } = row
      const { nouns: [noun = attribute.label] = [] } = lexicon.wordsOf(attribute) ?? {}
      const end = isEnd ? 'end' : 'beginning'
      const when = isNow
        ? ''
        : start
          ? ` at the ${end} of the term${asked && isWhole ? '' : ` as ${noun}`} on ${sayDay(day)}`
          : ` at the time of the ${prizeOf([row])} in ${year}`
      const name = start && asked ? `${subject.name} (${about(row)})` : subject.name
      const who = asked ? `The ${asked}${isWhole ? ` ${noun}` : ''} is ${name}, who` : name
      const text = `${capital(who)} ${isNow ? 'is' : 'was'} ${age} years old${when}.`
      return {
        text,
        facts: cite({ row, day, age, source, years: age }),
        computed: [age],
        named: [noun],
      }
    }),
  )
}

/** Terms in order, those of one holder in a row together: the 22nd president was the 24th too. */
export function runsOf(rows: readonly Fact[]): Fact[][] {
  const runs: Fact[][] = []
  for (const row of rows.toSorted(byTime)) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (row.start && before?.subject.id === row.subject.id && isNextTo(before.end, row.start))
      last?.push(row)
    else runs.push([row])
  }
  return runs
}

/** A new Congress may meet some days after the last one ended. */
function isNextTo(end: string | undefined, start: string): boolean {
  const gapMs = Date.parse(start) - Date.parse(end ?? '')
  return gapMs >= 0 && gapMs <= MOST_GAP_DAYS * DAY_MS
}

/** "Brazil won the FIFA World Cup 5 times: …". */
export function sayOften(name: string, own: readonly Fact[], { lexicon }: Asking): FactStatement {
  // A prize is for a field; of an office the qualifier is a state.
  const isOfFields = own.every(({ start, end }) => start === undefined && end === undefined)
  const template = (own[0] && lexicon.wordsOf(own[0].attribute)?.often) ?? ''
  const years = own
    .map(({ qualifier, year }) => (isOfFields && qualifier ? `${year} (${qualifier})` : year))
    .join(', ')
    .replace(/(?<=, .*), (?=[^,]*$)/, ' and most recently ')
  const text = fillSlots(template, { subject: nameOf({ name }), times: times(own.length), years })
  return {
    text: `${capital(text.replace(/ (once|twice): /, ' $1, in ').replace(/(?<= twice, in [^,]*), /, ' and '))}.`,
    facts: own,
    computed: [own.length],
  }
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

/** The holders with their records, those with the most first. */
export function byHolder(rows: readonly Fact[]): [string, Fact[]][] {
  return [...Map.groupBy(rows, ({ subject }) => subject.name)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
}

/** How often the holders that are asked for hold it: "twice", "two prizes", "more than 3 times". */
export function repeatsOf({ conditions, thresholds, count, text }: FactQuestion) {
  const [threshold] = thresholds
  if (conditions.repeats) return conditions.repeats
  if (threshold?.direction === 'lowest') return undefined
  if (threshold)
    return {
      least: threshold.value + (threshold.isInclusive ? 0 : 1),
      most: Number.POSITIVE_INFINITY,
    }
  const isOfTitles = /\b(?:times|prizes|titles|cups|championships|euros)\b/i.test(text)
  return count !== undefined && isOfTitles ? { least: count, most: count } : undefined
}

/** Answers who came at a place in the order of holders, or before, after, between or under others. */
export function answerInOrder(
  rows: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { conditions, direction, thresholds, count, years, rest, mentions } = asking.question
  const { place, relation, repeats, isMostOften } = conditions
  const isMore = repeats || isMostOften || direction || thresholds.length > 0 || years.length > 0
  if (isMore || count !== undefined || (relation && (rest.length > 0 || place !== undefined)))
    return undefined
  const own = mentions.filter(({ subjects }) => subjects.every(({ key }) => key !== 'us'))
  const runs = runsOf(rows)
  // Many hold a seat of the Senate at a time, so none of them comes after another.
  const isOffice = rows.every(({ start, qualifier }) => start && !qualifier)
  const found = isOffice
    ? place === undefined
      ? nextTo(own, { runs, attribute }, asking)
      : runs.slice(place - 1, own.length > 0 ? 0 : place)
    : ofPlace(rows, place)
  const other = attribute.label === PRESIDENT ? `Vice ${PRESIDENT}` : PRESIDENT
  const label = relation === 'under' ? other : attribute.label
  // A vice president was called Clinton too.
  const isHolder = ({ id }: Subject) =>
    read({ subjects: [id] }, asking).some(row => row.attribute.label === label)
  const of = own.flatMap(one => one.subjects.filter(isHolder).slice(0, 1).map(nameOf))
  const isUnder = relation === 'under' && attribute.label === PRESIDENT
  const beside = isUnder ? `with ${of} as vice president` : `${relation} ${joinAnd(of)}`
  const said = found.map(run => {
    const told = sayRun(run, asking)
    // "Marie Curie received a quarter of the prize" does not say that she was the first.
    if (place === 1 && !isOffice && found.length === 1)
      return { ...told, text: told.text.replace(/^(.+?) (?=received )/, 'The first was $1, who ') }
    return relation ? { ...told, text: told.text.replace(/\.$/, `, ${beside}.`), named: of } : told
  })
  return said.length > 0 ? answerOf(...said) : undefined
}

/** Some years have no prize, so the first is the only place that is sure for several categories. */
function ofPlace(rows: readonly Fact[], place = 0): Fact[][] {
  const isSure = place === 1 || new Set(rows.map(({ qualifier }) => qualifier)).size === 1
  if (!isSure || rows.some(({ start }) => start)) return []
  const byYear = [...Map.groupBy(rows, ({ year = 0 }) => year)].toSorted(([a], [b]) => a - b)
  return (byYear[place - 1]?.[1] ?? []).map(fact => [fact])
}

function nextTo(
  own: readonly Mention[],
  { runs, attribute }: { readonly runs: readonly Fact[][]; readonly attribute: Attribute },
  asking: Asking,
): readonly Fact[][] {
  const { relation } = asking.question.conditions
  if (relation === 'under') return runsUnder(own, runs, attribute, asking)
  const places = own.map(({ subjects }) =>
    runs.flatMap(([first], at) => (subjects.some(({ id }) => id === first?.subject.id) ? at : [])),
  )
  const holders = new Set(places.flat().map(at => runs[at]?.[0]?.subject.id))
  // Of several Roosevelts, each is asked for by himself.
  if (holders.size !== own.length) return []
  const [first = 0, second = 0, ...more] = places.flat().toSorted((one, other) => one - other)
  if (relation === 'between')
    return own.length === 2 && more.length === 0 ? runs.slice(first + 1, second) : []
  // A president of two terms apart has two successors.
  const next = places.flat().map(at => at + (relation === 'after' ? 1 : -1))
  return own.length === 1 ? next.flatMap(at => (runs[at] ? [runs[at]] : [])) : []
}

/** The vice presidents while a president was in office, or the presidents while a vice president was. */
function runsUnder(
  mentions: readonly Mention[],
  runs: readonly Fact[][],
  attribute: Attribute,
  asking: Asking,
): Fact[][] {
  const label = attribute.label === PRESIDENT ? `Vice ${PRESIDENT}` : PRESIDENT
  const office = asking.facts.attributes().find(one => one.label === label)
  const ids = mentions.flatMap(({ subjects }) => subjects.map(({ id }) => id))
  if (!attribute.label.endsWith(PRESIDENT) || !office || mentions.length !== 1) return []
  const terms = read({ attributes: [office.id], subjects: ids }, asking)
  if (new Set(terms.map(({ subject }) => subject.id)).size !== 1) return []
  const isUnder = ({ start = '', end = '' }: Fact) =>
    terms.some(term => start < (term.end ?? '') && end > (term.start ?? ''))
  return runs.map(run => run.filter(isUnder)).filter(run => run.length > 0)
}

/** The first and the last day of the month, or the day, that a question names. */
function monthIn(text: string): readonly [string, string] | undefined {
  const [{ year, month = 0, day } = {}, ...more] = dates(text).flatMap(({ readings }) => readings)
  if (year === undefined || more.length > 0) return undefined
  const of = (written: number) =>
    [year, ...[month, written].map(part => String(part).padStart(2, '0'))].join('-')
  return [of(day ?? 1), of(day ?? 31)]
}

/** "Since 1990", "until 1910", "from 1960 to 1980", "in 2021": the time that a question names. */
export function saySpan({ question: { years, isSpan }, today }: Asking): string {
  const [from = 0, to = from] = years
  if (years.length === 0) return ''
  if (!isSpan) return ` in ${joinAnd(years.map(String))}`
  if (to >= Number(today.slice(0, 4))) return ` since ${from}`
  return from === 0 ? ` until ${to}` : ` from ${from} to ${to}`
}

/** Returns whether a row is of the time that the question names. */
export function isWhen(row: Fact, { text, years, isSpan }: FactQuestion): boolean {
  const [from = 0, to = from] = years
  if (row.start && row.end && years.length > 0) {
    const [first, last] = isSpan ? [`${from}`, `${to}-12-31`] : (monthIn(text) ?? [])
    if (first && last) return row.start <= last && row.end >= first
  }
  if (isSpan) return (row.year ?? 0) >= from && (row.year ?? 0) <= to
  return years.length === 0 || years.some(year => isOf(row, year))
}
