import type { FactAnswer, FactStatement } from '../answer.ts'
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
import type { Direction, Sense } from '../lexicon.ts'
import { datedValue, lower, ordinal, sayAmount, sayList, sayPlace } from '../say-facts.ts'
import { type Asking, type AttributeSense, canSum, figuresOf } from '../select-facts.ts'
import { answerAboutSubjects } from './answer-about-subjects.ts'
import { rankChanges, tableOfRanks } from './rank-changes.ts'

const MOST_LISTED = 60
const MOST_EXAMPLES = 6
const LISTED = 5
const NEXT = 3
/** "The population of the largest country" is not the largest population. */
const OF_EXTREME =
  /\w+ (?:of|in) the (?:[\w'’]+ )?(?:largest|biggest|smallest|highest|lowest|longest|shortest|richest|poorest)\b/i
const WORLD = /^(?:the )?(?:world|earth)$/i

/** Plural nouns by kind of subject. */
const NOUNS: Readonly<Record<string, string>> = {
  country: 'countries',
  company: 'companies',
  territory: 'territories',
}

/** The subjects that a question selects, and the figures that it asks for. */
interface Selection {
  readonly kind: string
  readonly filters: readonly Filter[]
  /** By the kind's own order. */
  readonly subjects: readonly Subject[]
  /** "54 countries in Africa". */
  readonly named: string
}

/** Answers questions over all subjects of a kind: which ones, how many, the first, the sum, the average. */
export function answerOverKind(whole: Asking): FactAnswer | undefined {
  // A ranking of countries is of the world in any case.
  const mentions = whole.question.mentions.filter(({ text }) => !WORLD.test(text))
  const asking = { ...whole, question: { ...whole.question, mentions } }
  const { question } = asking
  const { phrases, conditions, direction } = question
  const { place, relation, repeats, others } = conditions
  const extreme = sensesOf('extreme', asking)[0]
  // "The tallest mountain in Africa" is the highest of the countries' highest points.
  const [point] = sensesOf('attribute', asking).flatMap(({ qualifier = '' }) =>
    /^(highest|lowest) point$/.test(qualifier) ? qualifier.split(' ') : [],
  )
  const towards = extreme?.direction ?? direction ?? (point as Direction | undefined)
  // "Both" joins two conditions, and "after India" leaves India out of a ranking.
  const isJoined = others.every(word => word === 'both')
  if (!isJoined || repeats || (relation && !(relation === 'after' && towards))) return undefined
  const kinds = sensesOf('kind', asking).map(({ kind }) => kind)
  const isScoped = phrases.some(({ senses }) => senses.some(({ type }) => isScope(type)))
  if (
    kinds.length === 0 &&
    !isScoped &&
    whole.question.mentions.length > 0 &&
    !(towards && mentions.length === 0)
  )
    return undefined
  if (kinds.length === 0 && !isScoped && question.rest.length > 0) return undefined
  const kind = kindOf(kinds, asking)
  const found = readFilters(asking, kind)
  if (!found) return undefined
  const { filters, used } = found
  const excluded = mentions.filter(one => !used.has(one) && isLeftOut(one, asking))
  const isRead = (one: Phrase | Mention) => used.has(one) || excluded.includes(one as Mention)
  const open = mentions.filter(one => !isRead(one))
  const measures = phrases.filter(one => !used.has(one) && attributesOf(one).length > 0)
  const isUnread = phrases.some(one => !isRead(one) && !measures.includes(one) && !isOfQuery(one))
  if (open.length > 0 || isUnread || measures.some(({ isNegated }) => isNegated)) return undefined
  if (question.rest.length > 0 && !found.hasRest) return undefined
  const selection = select({ kind, filters, excluded }, asking)
  const [measure, ...more] = measures
  const senses = measure
    ? attributesOf(measure)
    : extreme && [{ type: 'attribute' as const, attribute: extreme.attribute }]
  if (more.length > 0 && !isOrganizations(more)) return undefined
  if (senses && OF_EXTREME.test(question.text) && measure) return undefined
  if (towards && senses) return answerRanking(senses, { selection, towards, place }, asking)
  if (towards || place !== undefined) return undefined
  if (senses && !isOrganizations(measures)) return answerTotal(senses, { selection, kinds }, asking)
  if (question.years.length > 0 || question.count !== undefined) return undefined
  const marks = question.thresholds.map(({ value }) => value)
  return filters.length > 0 ? list(selection, marks) : undefined
}

export function sensesOf<Type extends Sense['type']>(type: Type, { question }: Asking) {
  return question.phrases.flatMap(({ senses }) =>
    senses.filter((sense): sense is Extract<typeof sense, { type: Type }> => sense.type === type),
  )
}

function isScope(type: Sense['type']): boolean {
  return ['group', 'member', 'feature'].includes(type)
}

/** Kinds and superlatives say which query it is. */
function isOfQuery({ senses }: Phrase): boolean {
  return senses.some(({ type }) => type === 'kind' || type === 'extreme')
}

function isOrganizations(phrases: readonly Phrase[]): boolean {
  const own = phrases.flatMap(attributesOf)
  return own.length > 0 && own.every(({ attribute }) => attribute.label === ORGANIZATIONS)
}

function kindOf(kinds: readonly string[], { question }: Asking): string {
  const [asked] = kinds
  if (asked !== undefined) return asked
  const own = question.phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => ('attribute' in sense ? sense.attribute.kind : [])),
  )
  return own.some(isPlace) || own.length === 0 ? 'country' : (own[0] ?? 'country')
}

/** "Other than Brazil", "after India and China". */
function isLeftOut({ isNegated, subjects }: Mention, { question }: Asking): boolean {
  const isAfter = question.conditions.relation === 'after'
  return (isNegated || isAfter) && subjects.length === 1
}

function select(
  { kind, filters, excluded }: { kind: string; filters: readonly Filter[]; excluded: Mention[] },
  { facts }: Asking,
): Selection {
  const without = excluded.flatMap(({ subjects }) => subjects)
  const subjects = facts
    .subjectsOfKind(kind)
    .filter(({ id }) => reasonsFor(id, filters) && !without.some(one => one.id === id))
  const besides =
    without.length > 0 ? [`besides ${without.map(({ name }) => name).join(' and ')}`] : []
  const nouns = NOUNS[kind] ?? `${kind}s`
  const named = [nouns, ...filters.map(({ of }) => of), ...besides].join(' ')
  return { kind, filters, subjects, named }
}

/** The selected subjects that have a figure, in one unit. */
function figuresIn(
  senses: readonly AttributeSense[],
  { subjects }: Selection,
  asking: Asking,
): Fact[] {
  const ids = new Set(subjects.map(({ id }) => id))
  for (const sense of senses) {
    const figures = figuresOf(sense, asking).filter(({ subject }) => ids.has(subject.id))
    if (figures.length > 0) return figures
  }
  return []
}

function answerRanking(
  senses: readonly AttributeSense[],
  {
    selection,
    towards,
    place,
  }: { selection: Selection; towards: Direction; place: number | undefined },
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  if (question.operations.has('change') && question.isSpan)
    return place === undefined ? answerChanges(senses, { selection, towards }, asking) : undefined
  if (question.isSpan || question.years.length > 1 || question.operations.has('change'))
    return undefined
  const sign = towards === 'highest' ? -1 : 1
  const ranked = figuresIn(senses, selection, asking).toSorted(
    (one, other) => sign * ((one.number ?? 0) - (other.number ?? 0)),
  )
  const [first] = ranked
  if (!first || ranked.length < 2) return undefined
  const isWhole = ranked.length === selection.subjects.length
  const among = isWhole
    ? `${ranked.length} ${selection.named}`
    : `${ranked.length} ${selection.named} that have a value`
  const degrees = asking.lexicon.wordsOf(first.attribute)?.degrees ?? ['highest', 'lowest']
  const degree = question.superlative ?? degrees[towards === 'highest' ? 0 : 1] ?? towards
  if (place !== undefined && question.count !== undefined) return undefined
  const isPlural = question.phrases.some(
    ({ text }) => /(?:ies|nations|firms|stocks|states)$/i.test(text) && isKind(text, asking),
  )
  const count = place !== undefined ? 1 : (question.count ?? (isPlural ? LISTED : 1))
  const from = (place ?? 1) - 1
  const listed = ranked.slice(from, from + Math.min(count, MOST_LISTED))
  if (listed.length === 0) return undefined
  const said = from > 0 ? `${ordinal(from + 1)} ${degree}` : degree
  const computed = [ranked.length, from + 1, ...question.thresholds.map(({ value }) => value)]
  const statement = sayPlace(listed, { among, towards: said, computed })
  const next = count === 1 && from === 0 ? ranked.slice(1, 1 + NEXT) : []
  return citing(selection, {
    statements: [statement],
    details: next.length > 0 ? [sayList(next, { intro: 'Next', computed: [] })] : [],
    ...(listed.length > 1 && { table: tableOfRanks(listed) }),
    list: { facts: listed, among: ranked, isRanked: true, isForOne: count === 1 },
    missing: [],
  })
}

function answerChanges(
  senses: readonly AttributeSense[],
  { selection, towards }: { selection: Selection; towards: Direction },
  asking: Asking,
): FactAnswer | undefined {
  const { subjects: selected, named } = selection
  const statement = rankChanges(senses, { selected, named, towards }, asking)
  return statement && citing(selection, { statements: [statement], details: [], missing: [] })
}

function isKind(text: string, { question }: Asking): boolean {
  return question.phrases.some(
    one =>
      one.text === text && one.senses.some(({ type }) => type === 'kind' || type === 'extreme'),
  )
}

/** "The area of Africa": the whole as its own profile has it, or else the sum or average over its members. */
function answerTotal(
  senses: readonly AttributeSense[],
  { selection, kinds }: { selection: Selection; kinds: readonly string[] },
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const isAverage = question.operations.has('average')
  const isSum = question.operations.has('sum')
  const whole = kinds.length === 0 && !isAverage ? wholeOf(selection, asking) : undefined
  if (whole) return whole
  if (selection.filters.length === 0 || (kinds.length > 0 && !isAverage && !isSum)) return undefined
  if (question.isSpan || question.years.length > 1 || question.operations.has('change'))
    return undefined
  const figures = figuresIn(senses, selection, asking)
  const [first] = figures
  // Without a word for it, only what adds up is meant: the area of Africa, not its life expectancy.
  if (!first || figures.length < 2 || (!canSum(first) && !isAverage)) return undefined
  const sum = figures.reduce((all, { number = 0 }) => all + number, 0)
  const { amount, value } = sayAmount(isAverage ? sum / figures.length : sum, first)
  const years = figures.flatMap(({ year }) => year ?? [])
  const span = [...new Set([Math.min(...years), Math.max(...years)])].join(' to ')
  const label = lower(first.attribute.label)
  const have = figures.length < selection.subjects.length ? ' that have a value' : ''
  const text = `The ${isAverage ? 'plain average' : 'sum'} of ${label} over ${figures.length} ${selection.named}${have} is ${amount}${years.length > 0 ? ` (values of ${span})` : ''}.`
  const computed = [value, figures.length, ...question.thresholds.map(one => one.value)]
  return citing(selection, {
    statements: [{ text, facts: figures, computed }],
    details: [],
    missing: [],
  })
}

/** An organization as a subject of its own: the European Union has a profile. */
function wholeOf({ filters }: Selection, asking: Asking): FactAnswer | undefined {
  const names = sensesOf('member', asking).flatMap(({ names }) => names)
  const subjects = asking.facts
    .findSubjects(names)
    .map(({ subject }) => subject)
    .filter(({ kind }) => kind === 'region')
  if (subjects.length === 0 || filters.length !== 1) return undefined
  const { question } = asking
  const own = {
    text: names[0] ?? '',
    start: 0,
    end: 0,
    isNegated: false,
    isOwnName: true,
    subjects,
  }
  const operations = new Set([...question.operations].filter(one => one !== 'sum'))
  return answerAboutSubjects({ ...asking, question: { ...question, mentions: [own], operations } })
}

/** The subjects that meet all conditions, with their figures if a condition is about one. */
function list(
  { kind, filters, subjects }: Selection,
  marks: readonly number[],
): FactAnswer | undefined {
  if (subjects.length === 0) return undefined
  const measured = filters.find(({ figures }) => figures)
  const factOf = ({ id }: Subject) =>
    (measured ?? filters.at(-1))?.tested.get(id)?.fact ?? reasonsFor(id, filters)?.[0]
  const found = subjects.flatMap(subject => factOf(subject) ?? [])
  const ordered = measured
    ? found.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
    : found.toSorted((one, other) => one.subject.name.localeCompare(other.subject.name, 'en'))
  const listed = ordered.slice(0, MOST_LISTED)
  const predicate = measured ?? filters.findLast(({ isGroup }) => !isGroup) ?? filters.at(-1)
  const attributive = filters.filter(one => one !== predicate).map(({ of }) => of)
  const nouns = NOUNS[kind] ?? `${kind}s`
  const more = found.length - listed.length
  const isJoined =
    !measured && filters.every(({ is, isGroup }) => !isGroup && is.startsWith('are in '))
  const intro = isJoined
    ? `${found.length} ${nouns} ${filters.map(({ is }) => is).join(' and ')}`
    : [String(found.length), nouns, ...attributive, predicate?.is].join(' ')
  const names = listed.map(fact =>
    measured ? `${fact.subject.name} ${datedValue(fact)}` : fact.subject.name,
  )
  const facts = [...new Set(subjects.flatMap(({ id }) => reasonsFor(id, filters) ?? []))]
  const text = `${intro}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  return {
    statements: [{ text, facts, computed: [found.length, more, ...marks] }],
    details: [],
    ...(measured && { table: tableOfRanks(listed) }),
    list: { facts: ordered, among: ordered, isRanked: measured !== undefined, isForOne: false },
    missing: [],
  }
}

/** Cites why each subject is selected, and one example of each region if there are few. */
function citing({ filters }: Selection, answer: FactAnswer): FactAnswer {
  const byRegion = Map.groupBy(
    filters.flatMap(({ tested }) =>
      [...tested.values()].flatMap(({ fact, isMet }) => (isMet ? fact : [])),
    ),
    ({ text }) => text,
  )
  const examples =
    byRegion.size > 1 && byRegion.size < MOST_EXAMPLES
      ? [...byRegion.values()].flatMap(([first]) => first ?? [])
      : []
  const cite = ({ facts, ...statement }: FactStatement): FactStatement => {
    const reasons = facts.flatMap(({ subject }) => reasonsFor(subject.id, filters) ?? [])
    return { ...statement, facts: [...new Set([...facts, ...reasons, ...examples])] }
  }
  return { ...answer, statements: answer.statements.map(cite), details: answer.details.map(cite) }
}
