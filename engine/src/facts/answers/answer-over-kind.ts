import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement, type FactTable } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import type { Fact, Subject } from '../fact.ts'
import {
  attributesOf,
  type Filter,
  isPlace,
  ORGANIZATIONS,
  readFilters,
  reasonsFor,
} from '../filters.ts'
import type { Mention, Phrase } from '../find-named.ts'
import type { Direction } from '../lexicon.ts'
import { COUNTS } from '../read-question.ts'
import { nameOf as subjectName } from '../report/say-value.ts'
import {
  datedValue,
  degreeOf,
  figureOf,
  isPlural,
  listValues,
  lower,
  nameOf,
  ordinal,
  sayAmount,
  sayFact,
  sayPlace,
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
} from '../select-facts.ts'
import { answerAboutSubjects } from './answer-about-subjects.ts'

const MOST_LISTED = 60
const MOST_EXAMPLES = 6
const LISTED = 5
const MOST_RANKED = 30
const NEXT = 3
/** "The population of the largest country" is not the largest population. */
const OF_EXTREME =
  /\w+ (?:of|in) the (?:[\w'’]+ )?(?:largest|biggest|smallest|highest|lowest|longest|shortest|richest|poorest)\b/i
const WORLD = /^(?:the )?(?:world|earth)$/i
const OF_WORLD =
  /\b(?:share|percentage|percent|proportion|fraction) of (?:the )?(?:world|global)\b/i
/** "Where does Angola rank in Africa by oil production?" */
const RANK = /\b(?:where|how|what|which|at)\b.*\brank(?:s|ed|ing)?\b/i
const WHETHER = /^(?:is|are|does|do|has|have)\b/i
const PLURAL = /(?:ies|nations|firms|stocks|states)$/i
const SINGULAR: Readonly<Record<string, string>> = {
  are: 'is',
  have: 'has',
  do: 'does',
  use: 'uses',
}

/** The subjects that a question selects. */
interface Selection {
  readonly kind: string
  readonly filters: readonly Filter[]
  readonly subjects: readonly Subject[]
  /** "Countries in Africa". */
  readonly named: string
  /** Subjects that the question leaves out. */
  readonly without: readonly string[]
}

/** Answers questions over all subjects of a kind: which ones, how many, the first, the sum, the average. */
export function answerOverKind(whole: Asking): FactAnswer | undefined {
  const named = whole.question.mentions.filter(one => !isNameOfGroup(one, whole))
  const placed = RANK.test(whole.question.text) && named.length === 1 ? named[0] : undefined
  // A ranking of countries is of the world in any case.
  const mentions = whole.question.mentions.filter(one => !WORLD.test(one.text) && one !== placed)
  const asking = { ...whole, question: { ...whole.question, mentions } }
  const { question } = asking
  const { phrases, conditions, direction, rest } = question
  const { place, relation, repeats, others } = conditions
  // "Larger than 5 million sq km" is a mark, and no ranking.
  const isOfMark = ({ start, end }: Phrase) =>
    question.thresholds.some(one => one.start < end && start < one.end)
  const extreme = phrases
    .filter(phrase => !isOfMark(phrase))
    .flatMap(({ senses }) => senses.filter(sense => sense.type === 'extreme'))[0]
  // "The tallest mountain in Africa" is the highest of the countries' highest points.
  const [point] = sensesOf('attribute', asking).flatMap(
    ({ qualifier = '' }) => /^(highest|lowest)(?= point$)/.exec(qualifier)?.[0] ?? [],
  )
  const towards =
    extreme?.direction ??
    direction ??
    (point as Direction | undefined) ??
    (placed && ('highest' as const))
  // "Both" joins two conditions, and "after India" leaves India out of a ranking.
  const isJoined = others.every(word => word === 'both')
  if (!isJoined || repeats || (relation && !(relation === 'after' && towards))) return undefined
  // "How many people" may mean persons, unless the question names another kind.
  const kinds = phrases
    .toSorted((one, other) => attributesOf(one).length - attributesOf(other).length)
    .flatMap(({ senses }) => senses.flatMap(sense => (sense.type === 'kind' ? sense.kind : [])))
  const isOpen = kinds.length === 0 && !phrases.some(isScope)
  const isOfNamed =
    !placed &&
    whole.question.mentions.length > 0 &&
    !(towards !== undefined && mentions.length === 0)
  if (isOpen && (isOfNamed || rest.length > 0)) return undefined
  const kind = kindOf(kinds, asking)
  const found = readFilters(asking, kind)
  if (!found || (rest.length > 0 && !found.hasRest)) return undefined
  const { filters, used } = found
  // "Other than Brazil", "after India and China".
  const excluded = mentions.filter(
    one => !used.has(one) && (one.isNegated || relation === 'after') && one.subjects.length === 1,
  )
  const measures = phrases.filter(one => !used.has(one) && attributesOf(one).length > 0)
  // "The life expectancy of women" is a figure of its own.
  const isQualifier = ({ senses }: Phrase) => senses.every(({ type }) => type === 'qualifier')
  const isRead = (one: Phrase) =>
    used.has(one) || measures.includes(one) || isOfQuery(one) || isQualifier(one)
  const isUnread = mentions.some(one => !used.has(one) && !excluded.includes(one))
  if (isUnread || !phrases.every(isRead) || measures.some(({ isNegated }) => isNegated))
    return undefined
  const selection = select({ kind, filters, excluded }, asking)
  const [measure, ...more] = measures
  const senses = measure
    ? attributesOf(measure)
    : extreme && [{ type: 'attribute' as const, attribute: extreme.attribute }]
  if (more.length > 0 && !isOrganizations(more)) return undefined
  if (senses && OF_EXTREME.test(question.text) && measure) return undefined
  const ranking = { selection, place, ...(placed && { placed: placed.subjects }) }
  if (towards && senses) return answerRanking(senses, { ...ranking, towards }, asking)
  if (towards || place !== undefined) return undefined
  const dated = senses && measure ? listInYear(senses, { selection, measure }, asking) : undefined
  if (dated) return naming(filters, dated)
  if (senses && !isOrganizations(measures)) return answerTotal(senses, { selection, kinds }, asking)
  const isOfYear = question.years.length === 1 && filters.every(one => one.figures ?? one.isGroup)
  if ((question.years.length > 0 && !isOfYear) || question.count !== undefined) return undefined
  const listed = filters.length > 0 ? listAll(selection, asking) : undefined
  return listed && naming(filters, listed)
}

/** Answers whether one subject meets a condition: "Is Norway in NATO?", "Is Bolivia landlocked?" */
export function answerWhether(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, years, rest, conditions, thresholds } = asking.question
  const isCompared = thresholds.length === 0 && /\bthan\b/i.test(text)
  if (!WHETHER.test(text) || isCompared || !isPlain(conditions) || years.length + rest.length > 0)
    return undefined
  const [mention, ...others] = mentions.filter(
    one => !phrases.some(phrase => phrase.text === one.text),
  )
  const [subject, ...namesakes] = mention?.subjects ?? []
  if (!mention || !subject || others.length + namesakes.length > 0) return undefined
  const question = { ...asking.question, mentions: mentions.filter(one => one !== mention) }
  const found = readFilters({ ...asking, question }, subject.kind)
  const [filter, ...more] = found?.filters ?? []
  const isRead = phrases.every(
    one => found?.used.has(one) || isOfQuery(one) || /^(?:member|part)s? of$/i.test(one.text),
  )
  const hasLeft = sensesOf('member', asking).some(({ left }) => left.includes(subject.name))
  const tested = filter?.tested.get(subject.id)
  if (!filter || more.length > 0 || !isRead || hasLeft || !tested) return undefined
  const { fact, isMet } = tested
  // A profile does not name what the country is not in, so a member's is cited as well.
  const member = [...filter.tested.values()].find(one => one.isMet)?.fact
  const facts = isMet || !member || filter.saysFact ? [fact] : [fact, member]
  const is = inSingular(isMet ? filter.is : filter.isNot)
  const said = filter.saysFact ? sayFact(fact, asking).text : `${subject.name} ${is}.`
  return answerOf({ text: `${isMet ? 'Yes' : 'No'}: ${said}`, facts })
}

function inSingular(predicate = ''): string {
  return predicate.replace(
    /^(that )?(\w+)/,
    (_, that = '', verb) => that + (SINGULAR[verb] ?? verb),
  )
}

/** "Africa" may be the name of a region and of its countries. */
function isNameOfGroup({ text }: Mention, { question }: Asking): boolean {
  return WORLD.test(text) || question.phrases.some(one => one.text === text && isScope(one))
}

function isScope({ senses }: Phrase): boolean {
  return senses.some(({ type }) => ['group', 'area', 'member', 'feature'].includes(type))
}

/** Kinds and superlatives say which query it is. */
function isOfQuery({ senses }: Phrase): boolean {
  return senses.some(({ type }) => type === 'kind' || type === 'extreme')
}

function isOrganizations(phrases: readonly Phrase[]): boolean {
  const own = phrases.flatMap(attributesOf)
  return own.length > 0 && own.every(({ attribute }) => attribute.label === ORGANIZATIONS)
}

function kindOf([asked]: readonly string[], { question }: Asking): string {
  const own = question.phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => ('attribute' in sense ? sense.attribute.kind : [])),
  )
  return asked ?? (own.some(isPlace) ? 'country' : (own[0] ?? 'country'))
}

/** Plural nouns by kind of subject, with the filters: "countries in Africa", "Nordic countries". */
function nounsOf(kind: string, filters: readonly Filter[] = []): string {
  const plural = kind.replace(/y?$/, end => (end === 'y' ? 'ies' : 's'))
  const own = filters.flatMap(({ nouns }) => nouns ?? [])[0] ?? plural
  return [own, ...filters.flatMap(({ of, nouns }) => (nouns ? [] : of))].join(' ')
}

function select(
  { kind, filters, excluded }: { kind: string; filters: readonly Filter[]; excluded: Mention[] },
  { facts }: Asking,
): Selection {
  const without = excluded.flatMap(({ subjects }) => subjects)
  const subjects = facts
    .subjectsOfKind(kind)
    .filter(({ id }) => reasonsFor(id, filters) && !without.some(one => one.id === id))
  const names = without.map(({ name }) => name).join(' and ')
  const besides = without.length > 0 ? [`besides ${names}`] : []
  const named = [nounsOf(kind, filters), ...besides].join(' ')
  return { kind, filters, subjects, named, without: without.map(({ name }) => name) }
}

/** The selected subjects that have a figure, in one unit. */
function figuresIn(
  senses: readonly AttributeSense[],
  { subjects }: Selection,
  asking: Asking,
): Fact[] {
  const ids = new Set(subjects.map(({ id }) => id))
  const all = senses.map(sense =>
    figuresOf(sense, asking).filter(({ subject }) => ids.has(subject.id)),
  )
  const most = asking.question.years.length > 0 ? Math.max(...all.map(one => one.length), 1) : 1
  return all.find(({ length }) => length >= most) ?? []
}

interface Ranking {
  readonly selection: Selection
  readonly towards: Direction
  readonly place: number | undefined
  /** The subject whose place is asked for. */
  readonly placed?: readonly Subject[]
}

function answerRanking(
  senses: readonly AttributeSense[],
  ranking: Ranking,
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const { selection, towards, placed } = ranking
  if (question.operations.has('change') && question.isSpan)
    return ranking.place === undefined ? rankChanges(senses, ranking, asking) : undefined
  if (question.isSpan || question.years.length > 1 || question.operations.has('change'))
    return undefined
  const ranked = byNumber(figuresIn(senses, selection, asking), towards).filter(
    ({ attribute, number }) => number !== 0 || !asking.lexicon.wordsOf(attribute)?.zeroIsNone,
  )
  const [first] = ranked
  const at = ranked.findIndex(({ subject }) => placed?.some(({ id }) => id === subject.id))
  const place = placed ? at + 1 : ranking.place
  if (place === 0) return undefined
  if (!first || ranked.length < 2 || (place !== undefined && question.count !== undefined))
    return undefined
  const isPart = ranked.length < selection.subjects.length
  const of = isPart ? `${ranked.length} ${nounsOf(selection.kind)} have figures` : ''
  const degree = degreeOf(first, towards, asking)
  const isPlural = question.phrases.some(one => PLURAL.test(one.text) && isOfQuery(one))
  const isRanked = /\brank(?:ed)?\b/i.test(question.text) && ranked.length <= MOST_RANKED
  const count =
    place !== undefined ? 1 : (question.count ?? (isRanked ? ranked.length : isPlural ? LISTED : 1))
  const from = (place ?? 1) - 1
  const listed = ranked.slice(from, from + Math.min(count, MOST_LISTED))
  if (listed.length === 0) return undefined
  const said = from > 0 ? `${ordinal(from + 1)} ${degree}` : degree
  const marks = question.thresholds.map(({ value }) => value)
  const computed = [ranked.length, listed.length, from + 1, ...marks, selection.subjects.length]
  const { lexicon } = asking
  const isShare = OF_WORLD.test(question.text)
  const whole = isShare ? wholeFor(first, senses, asking) : undefined
  if (isShare && !whole) return undefined
  const isWhole = listed.length === ranked.length && listed.length > 1
  const where = isWhole ? `the ${ranked.length} ${selection.named}` : amongOf(selection)
  const placing = { among: where, of, towards: said, computed, lexicon, whole, isWhole }
  const next = count === 1 && from === 0 ? ranked.slice(1, 1 + NEXT) : []
  return citing(selection, {
    statements: [sayPlace(listed, placing)],
    details: next.length > 0 ? [{ text: `Next come ${listValues(next).list}.`, facts: next }] : [],
    ...(listed.length > 1 && { table: tableOfRanks(listed) }),
    list: { facts: listed, among: ranked, isRanked: true, isForOne: count === 1 },
    missing: [],
  })
}

/** "In Africa", "in the world", "of the 7 countries in the G-7". */
function amongOf({ filters, subjects, named, kind }: Selection): string {
  const [only, ...more] = filters
  const isWhole = named === nounsOf(kind) && kind === 'country'
  if (isWhole) return 'in the world'
  if (only?.isGroup && more.length === 0 && named.endsWith(only.of)) return only.of
  return `of the ${subjects.length} ${named}`
}

/** The figure of the world that is of the same attribute, unit and year. */
function wholeFor(
  { attribute, unit, year }: Fact,
  senses: readonly AttributeSense[],
  asking: Asking,
): Fact | undefined {
  return senses
    .filter(sense => sense.attribute.id === attribute.id)
    .flatMap(sense => figuresOf(sense, asking))
    .find(one => WORLD.test(one.subject.name) && one.unit === unit && one.year === year)
}

/** "Which country's GDP grew the most between 2010 and 2020?" */
function rankChanges(
  senses: readonly AttributeSense[],
  { selection, towards }: Ranking,
  asking: Asking,
): FactAnswer | undefined {
  const [from = 0, until = 0] = asking.question.years
  const subjects = selection.subjects.map(({ id }) => id)
  const ofYears = senses.map(({ attribute }) => {
    const rows = read({ subjects, attributes: [attribute.id] }, asking)
    const to = Math.max(...rows.flatMap(({ year = 0 }) => (year <= until ? year : [])))
    const of = (wanted: number) => rows.filter(({ year, number }) => year === wanted && number)
    return { to, starts: of(from), ended: of(to) }
  })
  const series = ofYears.find(({ starts, ended }) => starts.length > 1 && ended.length > 1)
  if (!series || series.to <= from) return undefined
  const { starts, to, ended } = series
  const ends = new Map(ended.map(fact => [fact.subject.id, fact]))
  const sign = towards === 'highest' ? -1 : 1
  const changes = starts
    .flatMap(start => {
      const end = ends.get(start.subject.id)
      if (!end?.number || !start.number || start.number <= 0) return []
      const percent = Number(((end.number / start.number - 1) * 100).toPrecision(3))
      return [{ start, end, percent }]
    })
    .toSorted((one, other) => sign * (one.percent - other.percent))
    .slice(0, asking.question.count ?? 1)
  const label = lower(starts[0]?.attribute.label.replace(/ by year/, '') ?? '')
  const said = changes.map(
    ({ start, end, percent }) =>
      `${start.subject.name} ${percent > 0 ? '+' : ''}${percent}% (${datedValue(start)} to ${datedValue(end)})`,
  )
  const statement = {
    text: `The ${towards === 'highest' ? 'largest' : 'smallest'} growth of ${label} from ${from} to ${to} among ${starts.length} ${selection.named}: ${said.join(', ')}.`,
    facts: changes.flatMap(({ start, end }) => [start, end]),
    computed: [starts.length, ...changes.map(({ percent }) => percent)],
  }
  return citing(selection, answerOf(statement))
}

/** A table with one figure of each subject. */
function tableOfRanks(ranked: readonly Fact[]): FactTable {
  const rows = ranked.map(fact => ({
    label: fact.subject.name,
    cells: [{ text: datedValue(fact), facts: [fact] }],
  }))
  return { columns: [ranked[0]?.attribute.label ?? ''], rows }
}

/** "The area of Africa": the whole as its own profile has it, or else the sum or average over its members. */
function answerTotal(
  senses: readonly AttributeSense[],
  { selection, kinds }: { selection: Selection; kinds: readonly string[] },
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const isAverage = question.operations.has('average')
  const isAsked = isAverage || question.operations.has('sum')
  const whole = kinds.length === 0 && !isAverage ? wholeOf(selection, asking) : undefined
  if (whole) return whole
  if (selection.filters.length === 0 || (kinds.length > 0 && !isAsked)) return undefined
  if (question.isSpan || question.years.length > 1 || question.operations.has('change'))
    return undefined
  const figures = figuresIn(senses, selection, asking)
  const [first] = figures
  // Without a word for it, only what adds up is meant: the area of Africa, not its life expectancy.
  if (!first || figures.length < 2 || (!canSum(first) && !isAverage)) return undefined
  const { amount, value } = sayAmount(sumOf(figures) / (isAverage ? figures.length : 1), first)
  const years = figures.flatMap(({ year }) => year ?? [])
  const span = [...new Set([Math.min(...years), Math.max(...years)])].join(' to ')
  const have = figures.length < selection.subjects.length ? ' with figures' : ''
  const label = lower(nameOf(first, asking.lexicon))
  const what = isPlural(label) ? label : `a ${label}`
  const among = `the ${figures.length} ${selection.named}${have}`
  const said = isAverage
    ? `The plain average of ${label} over ${among} is ${amount}`
    : `Together, ${among} have ${what} of ${amount}`
  const statement = {
    text: `${said}${years.length > 0 ? ` (${span})` : ''}.`,
    facts: figures,
    computed: [value, figures.length, ...question.thresholds.map(one => one.value)],
  }
  return citing(selection, answerOf(statement))
}

/** An organization as a subject of its own: the European Union has a profile. */
function wholeOf({ filters }: Selection, asking: Asking): FactAnswer | undefined {
  const names = sensesOf('member', asking).flatMap(({ names: own }) => own)
  const found = asking.facts.findSubjects(names).map(({ subject }) => subject)
  const subjects = found.filter(({ kind }) => kind === 'region')
  if (subjects.length === 0 || filters.length !== 1) return undefined
  const { question } = asking
  const place = { text: names[0] ?? '', start: 0, end: 0 }
  const own = { ...place, isNegated: false, isOwnName: true, subjects }
  const operations = new Set([...question.operations].filter(one => one !== 'sum'))
  return answerAboutSubjects({ ...asking, question: { ...question, mentions: [own], operations } })
}

/** The subjects that meet all conditions, with their figures if a condition is about one. */
function listAll(
  { kind, filters, subjects }: Selection,
  { question }: Asking,
): FactAnswer | undefined {
  const measured = filters.find(({ figures }) => figures)
  if (subjects.length === 0)
    return measured ? sayNone({ kind, filters, measured }) : sayAllOther({ kind, filters })
  const found = subjects.flatMap(
    ({ id }) =>
      (measured ?? filters.at(-1))?.tested.get(id)?.fact ?? reasonsFor(id, filters)?.[0] ?? [],
  )
  const nameOf = ({ subject }: Fact) => subject.name
  const ordered = measured
    ? byNumber(found)
    : found.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
  const listed = ordered.slice(0, MOST_LISTED)
  const more = found.length - listed.length
  const predicate = measured ?? filters.findLast(({ isGroup }) => !isGroup) ?? filters.at(-1)
  const attributive = filters.filter(one => one !== predicate)
  const isJoined =
    !measured && filters.every(({ is, isGroup }) => !isGroup && is.startsWith('are in '))
  const said = isJoined ? filters.map(({ is }) => is).join(' and ') : (predicate?.is ?? '')
  const [year, ...otherYears] = measured ? new Set(listed.map(one => one.year)) : []
  const isOfOneYear = year !== undefined && otherYears.length === 0
  const number = (isOfOneYear && COUNTS[found.length]) || found.length
  const counted =
    found.length === 1
      ? `one ${kind}${attributive.map(({ of }) => ` ${of}`).join('')} ${inSingular(said)}`
      : `${number} ${nounsOf(kind, isJoined ? [] : attributive)} ${said}`
  const past = `in ${year}, ${counted.replace(/ ha(?:ve|s) /, ' had ')}`
  const intro = capital(isOfOneYear ? past : counted)
  const values = listed.map(fact => (measured ? ` (${figureOf(fact, isOfOneYear)})` : ''))
  const names = listed.map(({ subject }, at) => `${subjectName(subject)}${values[at]}`)
  const facts = [...new Set(subjects.flatMap(({ id }) => reasonsFor(id, filters) ?? []))]
  const text = `${intro}: ${more > 0 ? `${names.join(', ')} and ${more} more` : joinAnd(names)}.`
  const marks = question.thresholds.map(({ value }) => value)
  return {
    ...answerOf({ text, facts, computed: [found.length, more, ...marks] }),
    ...(measured && { table: tableOfRanks(listed) }),
    list: { facts: ordered, among: ordered, isRanked: measured !== undefined, isForOne: false },
  }
}

/** "Which countries became independent in 1960?": those whose date is of the year. */
function listInYear(
  senses: readonly AttributeSense[],
  { selection, measure }: { readonly selection: Selection; readonly measure: Phrase },
  asking: Asking,
): FactAnswer | undefined {
  const { years, isSpan } = asking.question
  const [from = 0, to = from] = years
  const dates = senses.filter(
    ({ attribute }) => asking.lexicon.wordsOf(attribute)?.isCompared === false,
  )
  const attributes = dates.map(({ attribute }) => attribute.id)
  if (from === 0 || attributes.length === 0) return undefined
  const subjects = selection.subjects.map(({ id }) => id)
  const dayOf = ({ text = '' }: Fact) => /^[^;(]*?\b([12]\d{3})\b/.exec(text)
  const found = read({ subjects, attributes }, asking).filter(row => {
    const year = Number(dayOf(row)?.[1])
    return isSpan ? year >= from && year <= to : years.includes(year)
  })
  if (found.length === 0) return undefined
  const names = found
    .map(({ subject }) => subject.name)
    .toSorted((one, other) => one.localeCompare(other, 'en'))
  const listed = names.slice(0, MOST_LISTED)
  const more = names.length - listed.length
  const when = isSpan ? `from ${from} to ${to}` : `in ${years.join(' and ')}`
  return answerOf({
    text: `${names.length} ${selection.named} ${measure.text} ${when}: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    facts: found,
    computed: [names.length, more, ...years],
  })
}

/** Says that no subject reaches the mark, and which one is closest to it. */
function sayNone({
  kind,
  filters,
  measured,
}: Pick<Selection, 'kind' | 'filters'> & { readonly measured: Filter }): FactAnswer | undefined {
  const others = filters.filter(one => one !== measured)
  const facts = [...measured.tested.values()]
    .map(({ fact }) => fact)
    .filter(({ subject }) => subject.kind === kind && reasonsFor(subject.id, others))
  const [first] = byNumber(
    facts,
    /\b(?:less|fewer|under|below|most)\b/i.test(measured.of) ? 'lowest' : 'highest',
  )
  if (!first) return undefined
  const among = `the ${facts.length} ${nounsOf(kind, others)}`
  const text = `None of ${among} with figures ${measured.is}; ${first.subject.name} comes closest with ${datedValue(first)}.`
  const reasons = reasonsFor(first.subject.id, others) ?? []
  return answerOf({ text, facts: [first, ...reasons], computed: [facts.length] })
}

/** "None: all 5 Nordic countries are in NATO." */
function sayAllOther({ kind, filters }: Pick<Selection, 'kind' | 'filters'>) {
  const last = filters.at(-1)
  const others = filters.slice(0, -1)
  const facts = [...(last?.tested.values() ?? [])]
    .map(({ fact }) => fact)
    .filter(({ subject }) => subject.kind === kind && reasonsFor(subject.id, others))
  if (!last || others.length === 0 || facts.length < 2) return undefined
  const among = `all ${facts.length} ${nounsOf(kind, others)}`
  return answerOf({ text: `None: ${among} ${last.isNot}.`, facts, computed: [facts.length] })
}

/** Cites why each subject is selected, and one example of each region if there are few. */
function citing({ filters, without }: Selection, answer: FactAnswer): FactAnswer {
  const met = filters.flatMap(({ tested }) =>
    [...tested.values()].flatMap(({ fact, isMet }) => (isMet ? fact : [])),
  )
  const byRegion = [...Map.groupBy(met, ({ text }) => text).values()]
  const isFew = byRegion.length > 1 && byRegion.length < MOST_EXAMPLES
  const examples = isFew ? byRegion.flatMap(([first]) => first ?? []) : []
  const cite = ({ facts, ...statement }: FactStatement): FactStatement => {
    const reasons = facts.flatMap(({ subject }) => reasonsFor(subject.id, filters) ?? [])
    return { ...statement, facts: [...new Set([...facts, ...reasons, ...examples])] }
  }
  const cited = {
    ...answer,
    statements: answer.statements.map(cite),
    details: answer.details.map(cite),
  }
  return naming(filters, cited, without)
}

/** Lets the sentences call a group by a name that no fact has. */
function naming(
  filters: readonly Filter[],
  answer: FactAnswer,
  without: readonly string[] = [],
): FactAnswer {
  const named = [...filters.flatMap(filter => filter.named ?? []), ...without]
  if (named.length === 0) return answer
  return { ...answer, statements: answer.statements.map(one => ({ ...one, named })) }
}
