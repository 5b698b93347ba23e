import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { attributesOf, isPlace, readFilters, reasonsFor } from '../filters.ts'
import { mentionOf, type Phrase } from '../find-named.ts'
import { type Direction, ORGANIZATIONS } from '../lexicon.ts'
import { COUNTS, type FactQuestion } from '../read-question.ts'
import { nameOf as subjectName } from '../report/say-value.ts'
import { commonYear, datedValue, figureOf, readable, sayTotal } from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  byNumber,
  canSum,
  sensesOf,
  valuesOf,
  WORLD,
} from '../select-facts.ts'
import { answerAboutSubjects } from './answer-about-subjects.ts'
import { answerRanking } from './rank-subjects.ts'
import {
  citing,
  claimsPlace,
  figuresIn,
  IN_INDEX,
  INDEX,
  inIndex,
  inSingular,
  isOfQuery,
  MOST_LISTED,
  MOST_SAMPLED,
  nounsOf,
  type Selection,
  select,
  WHETHER,
} from './selection.ts'

const MOST_IN_TABLE = 20
/** Members of a group without a figure that are named. */
const MOST_WITHOUT = 5
/** Fewer members of a group are compared one by one. */
const MOST_COMPARED = 10
/** "The population of the largest country" is not the largest population. */
const OF_EXTREME =
  /\w+ (?:of|in) the (?:[\w'’]+ )?(?:largest|biggest|smallest|highest|lowest|longest|shortest|richest|poorest)\b/i
/** A question such as "Where does Angola rank in Africa by oil production?" */
const RANK = /\b(?:where|how|what|which|at)\b.*\brank(?:s|ed|ing)?\b/i
/** "How many people live in the Baltic states?" asks for one number. */
const HOW_MUCH = /^\W*how (?:many|much)\b/i
/** "… a higher life expectancy than the US" */
const THAN =
  /\b(?:more|higher|larger|bigger|greater|longer|older|richer|(less|lower|smaller|fewer|shorter|younger|poorer))\b[^,;?]*\bthan (?:(?:in|that|those|of|the) )*$/i
/** Answers questions over all subjects of a kind: which ones, how many, the first, the sum, the average. */
export function answerOverKind(whole: Asking): FactAnswer | undefined {
  const { text: asked } = whole.question
  // "Africa" may be the name of a region and of its countries.
  const scopes = whole.question.phrases.filter(isScope).map(({ text }) => text)
  const named = whole.question.mentions.filter(
    ({ text }) => !WORLD.test(text) && !scopes.includes(text),
  )
  const isClaim = claimsPlace(whole.question)
  const placed = (RANK.test(asked) || isClaim) && named.length === 1 ? named[0] : undefined
  // A ranking of countries is of the world in any case.
  const mentions = whole.question.mentions.filter(one => !WORLD.test(one.text) && one !== placed)
  const asking = { ...whole, question: { ...whole.question, mentions } }
  const { question } = asking
  const { phrases, conditions, direction, rest, operations, count } = question
  const { place, relation, repeats, others } = conditions
  // "Larger than 5 million sq km" is a mark, and no ranking.
  const isOfMark = ({ start, end }: Phrase) =>
    question.thresholds.some(one => one.start < end && start < one.end)
  const extremes = phrases
    .filter(phrase => !isOfMark(phrase))
    .flatMap(({ senses }) => senses.filter(sense => sense.type === 'extreme'))
  const [extreme] = extremes
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
  // "How many people" may mean persons, unless the question names another kind or a region to live in.
  const kinds = phrases
    .filter(one => attributesOf(one).length === 0 || !phrases.some(isScope))
    .toSorted((one, other) => attributesOf(one).length - attributesOf(other).length)
    .flatMap(({ senses }) => senses.flatMap(sense => (sense.type === 'kind' ? sense.kind : [])))
  const isOpen = kinds.length === 0 && !phrases.some(isScope)
  const isOfNamed = whole.question.mentions.length > 0 && !(towards && mentions.length === 0)
  const isOfWorld = isOpen && mentions.length === 0 && operations.has('sum') && hasNoTotal(whole)
  const kind = kindOf(kinds, asking)
  // "Which railroad is the oldest?" names companies by their industry.
  const isClass = kind === 'company' && !isOfNamed
  const isElsewhere = isOfNamed && !placed && !isOfWorld
  if (isOpen && !isClass && (isElsewhere || rest.length > 0)) return undefined
  const found = readFilters(asking, kind)
  if (!found || (rest.length > 0 && !found.hasRest)) return undefined
  const { filters, used } = found
  // "Other than Brazil", "after India and China".
  const excluded = mentions.filter(
    one => !used.has(one) && (one.isNegated || relation === 'after') && one.subjects.length === 1,
  )
  const open = phrases.filter(one => !used.has(one) && attributesOf(one).length > 0)
  // "Members of" goes with a group, and is no measure beside another.
  const figures = open.filter(one => !isOrganizations([one]))
  const measures = figures.length > 0 ? figures : open
  // "The life expectancy of women" is a figure of its own.
  const isQualifier = ({ senses }: Phrase) => senses.every(({ type }) => type === 'qualifier')
  const isRead = (one: Phrase) =>
    used.has(one) || open.includes(one) || isOfQuery(one) || isQualifier(one)
  const isUnread = mentions.some(one => !used.has(one) && !excluded.includes(one))
  const isLeftOut = (one: Phrase) => one.isNegated && !isOrganizations([one])
  if (isUnread || !phrases.every(isRead) || open.some(isLeftOut)) return undefined
  const selection = select({ kind, filters, excluded }, asking)
  const [measure, ...more] = measures
  const senses = measure
    ? attributesOf(measure)
    : extreme && extremes.map(({ attribute }) => ({ type: 'attribute' as const, attribute }))
  const isOne = more.length === 0 || isOrganizations(more)
  if (!isOne) return undefined
  if (senses && OF_EXTREME.test(question.text) && measure) return undefined
  const ranking = { selection, place, isClaim, ...(placed && { placed: placed.subjects }) }
  if (towards && senses) return answerRanking(senses, { ...ranking, towards }, asking)
  if (towards || place !== undefined) return undefined
  if (senses && !isOrganizations(measures)) {
    const total = answerTotal(senses, { selection, kinds, isOfWorld }, asking)
    // The life expectancy of NATO is that of each member, of whom there are too many to compare.
    const isOfAll = !total && kinds.length + operations.size < 2 && operations.has('who')
    const isMany = filters.some(one => one.named) && selection.subjects.length > MOST_COMPARED
    const all = { ...asking, question: { ...question, count: MOST_LISTED } }
    return isOfAll && kinds.length === 0 && isMany && count === undefined
      ? answerRanking(senses, { ...ranking, towards: 'highest' }, all)
      : total
  }
  const isOfYear =
    filters.some(one => one.isDated) ||
    (question.years.length === 1 && filters.every(one => one.figures ?? one.isGroup))
  if ((question.years.length > 0 && !isOfYear) || question.count !== undefined) return undefined
  const isOfMore =
    WHETHER.test(asked) && question.thresholds.length === 0 && /\bthan\b/i.test(asked)
  const listed = filters.length > 0 && !isOfMore ? listAll(selection, asking) : undefined
  return listed && citing(selection, listed)
}

/** "African countries with a higher life expectancy than the US": the figure of the one that is named is the mark. */
export function answerAboveSubject(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, thresholds } = asking.question
  const mention = mentions.find(({ start }) => THAN.test(text.slice(0, start)))
  const than = THAN.exec(text.slice(0, mention?.start))
  const [subject, ...namesakes] = mention?.subjects ?? []
  const isOfKind = sensesOf('kind', asking).some(({ kind }) => kind === 'country')
  const isMore = WHETHER.test(text) || namesakes.length + thresholds.length > 0
  if (!mention || !subject || !isOfKind || isMore) return undefined
  const extremes = sensesOf('extreme', asking).map(one => ({ ...one, type: 'attribute' as const }))
  const senses = [...phrases.flatMap(attributesOf), ...extremes]
  const [fact, ...others] = valuesOf(subject, senses, asking)
  if (fact?.number === undefined || others.length > 0) return undefined
  const isLess = than?.[1] !== undefined
  const threshold = {
    ...{ value: fact.number, start: than?.index ?? 0, end: mention.end },
    ...{ isInclusive: false, isNegated: false },
    direction: isLess ? ('lowest' as const) : ('highest' as const),
    text: `${isLess ? 'below' : 'above'} that of ${subjectName(subject)} (${figureOf(fact, true)})`,
  }
  const marked = { mentions: mentions.filter(one => one !== mention), thresholds: [threshold] }
  const answer = answerOverKind({ ...asking, question: { ...asking.question, ...marked } })
  const cite = (one: FactStatement) => ({ ...one, facts: [fact, ...one.facts] })
  return answer && { ...answer, statements: answer.statements.map(cite) }
}

function isScope({ senses }: Phrase): boolean {
  return senses.some(({ type }) => type === 'condition')
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

/** "The area of Africa": the whole as its own profile has it, or else the sum or average over its members. */
function answerTotal(
  senses: readonly AttributeSense[],
  {
    selection,
    kinds,
    isOfWorld,
  }: { selection: Selection; kinds: readonly string[]; isOfWorld: boolean },
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const isAverage = question.operations.has('average')
  const isAsked = isAverage || question.operations.has('sum') || HOW_MUCH.test(question.text)
  const whole = kinds.length === 0 && !isAverage ? wholeOf(selection, asking) : undefined
  if (whole) return whole
  if ((selection.filters.length === 0 && !isOfWorld) || (kinds.length > 0 && !isAsked))
    return undefined
  if (question.isSpan || question.years.length > 1 || question.operations.has('change'))
    return undefined
  const figures = figuresIn(senses, selection, asking)
  const [first] = figures
  // Without a word for it, only what adds up is meant: the area of Africa, not its life expectancy.
  if (!first || figures.length < 2 || (!canSum(first) && !isAverage)) return undefined
  const have = figures.length < selection.subjects.length ? ' with figures' : ''
  const among = `the ${figures.length} ${selection.named}${have}`
  const { lexicon } = asking
  const { computed = [], ...total } = sayTotal(figures, { among, isAverage, lexicon })
  const said = { ...total, text: total.text.replace(/\.$/, `${sayGaps(figures, selection)}.`) }
  const counted = [figures.length, ...question.thresholds.map(one => one.value)]
  const named = selection.subjects.map(({ name }) => name)
  const answer = answerOf({ ...said, computed: [...computed, ...counted], named })
  // A table of some members would not show the whole.
  const isLong = figures.length > MOST_IN_TABLE
  return citing(selection, { ...answer, ...(isLong && { layouts: [] }) })
}

/** Says that a sum is over estimates, and names the few that it is without. */
function sayGaps(figures: readonly Fact[], { subjects }: Selection): string {
  const isEstimate = figures.some(({ text = '' }) => /^(?:estimated|approximately)\b/.test(text))
  const isRange = figures.some(({ text = '' }) => /^[a-z ]*\d[\d.,]*-\d/.test(text))
  const how = isEstimate ? `; these are estimates${isRange ? ', of ranges the middle' : ''}` : ''
  const known = new Set(figures.map(({ subject }) => subject.id))
  const without = subjects.filter(({ id }) => !known.has(id))
  const isFew = without.length > 0 && without.length <= MOST_WITHOUT
  const names = joinAnd(without.map(subjectName))
  const gap = isFew ? `; ${names} ${without.length === 1 ? 'is' : 'are'} not included` : ''
  return how + gap
}

/** Returns whether the profile of the world lacks what is asked of it, which is then the sum over the countries. */
function hasNoTotal(asking: Asking): boolean {
  const senses = asking.question.phrases.flatMap(attributesOf)
  const subjects = asking.question.mentions.flatMap(one => one.subjects)
  return subjects.length > 0 && subjects.every(one => valuesOf(one, senses, asking).length === 0)
}

/** An organization as a subject of its own: the European Union has a profile. */
function wholeOf({ filters }: Selection, asking: Asking): FactAnswer | undefined {
  const names = sensesOf('condition', asking).flatMap(({ group }) => group?.words ?? [])
  const found = asking.facts.findSubjects(names).map(({ subject }) => subject)
  const subjects = found.filter(({ kind }) => kind === 'region')
  if (subjects.length === 0 || filters.length !== 1) return undefined
  const { question } = asking
  const mentions = [mentionOf(...subjects)]
  const operations = new Set([...question.operations].filter(one => one !== 'sum'))
  const phrases = question.phrases.filter(one => !isScope(one))
  const own = { ...question, mentions, operations, phrases }
  return answerAboutSubjects({ ...asking, question: own })
}

/** The subjects that meet all conditions, with their figures if a condition is about one. */
function listAll(selection: Selection, { question }: Asking): FactAnswer | undefined {
  const { kind, filters, subjects, besides } = selection
  const measured = filters.find(({ figures }) => figures)
  if (subjects.length === 0) return sayNone(selection, question)
  const found = subjects.flatMap(
    ({ id }) =>
      (measured ?? filters.at(-1))?.tested.get(id)?.fact ?? reasonsFor(id, filters)?.[0] ?? [],
  )
  const nameOf = ({ subject }: Fact) => subject.name
  const ordered = measured
    ? byNumber(found)
    : found.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
  const listed = ordered.slice(0, found.length > MOST_LISTED ? MOST_SAMPLED : MOST_LISTED)
  const more = found.length - listed.length
  // The noun says that companies are in the index.
  const told = filters.length > 1 ? filters.filter(({ is }) => is !== IN_INDEX) : filters
  const predicate = measured ?? told.findLast(({ isGroup }) => !isGroup) ?? told.at(-1)
  const attributive = told.filter(one => one !== predicate)
  const isJoined =
    !measured && told.every(({ is, isGroup }) => !isGroup && is.startsWith('are in '))
  const said = isJoined ? told.map(({ is }) => is).join(' and ') : (predicate?.is ?? '')
  const year = measured && commonYear(listed)
  const isOfOneYear = year !== undefined && listed.every(one => one.year === year)
  const number = (isOfOneYear && COUNTS[found.length]) || found.length
  const counted =
    found.length === 1
      ? `${kind === 'company' ? 'only one' : 'one'} ${inIndex(kind)}${attributive.map(({ of }) => ` ${of}`).join('')} ${inSingular(said)}`
      : INDEX.test(said)
        ? `${number} ${nounsOf(kind, isJoined ? [] : attributive)}${besides} ${said}`
        : `${number} ${nounsOf(inIndex(kind), isJoined ? [] : attributive)}${besides} ${said}`
  const past = `in ${year}, ${counted.replace(/ ha(?:ve|s) /, ' had ')}`
  const intro = capital(isOfOneYear ? past : counted)
  const values = listed.map(fact => (measured ? ` (${figureOf(fact, fact.year === year)})` : ''))
  const names = listed.map(({ subject }, at) => `${subjectName(subject)}${values[at]}`)
  const facts = [...new Set(subjects.flatMap(({ id }) => reasonsFor(id, filters) ?? []))]
  const note = year === undefined || isOfOneYear ? '' : ` (${year} unless noted)`
  const all = more > 0 ? `${names.join(', ')} and ${more} more` : joinAnd(names).replace(/\.$/, '')
  const text = `${intro}${note}: ${all}.`
  const marks = [...question.years, ...question.thresholds.map(({ value }) => value)]
  // "Before 1900" is up to 1899.
  if (question.isSpan) marks.push((question.years.at(-1) ?? 0) + 1)
  const rounded = listed.flatMap(fact => (measured && readable(fact).computed) ?? [])
  return {
    ...answerOf({ text, facts, computed: [found.length, more, ...marks, ...rounded] }),
    list: { facts: ordered, among: ordered, isRanked: measured !== undefined, isForOne: false },
  }
}

/** "None: all 5 Nordic countries are in NATO.", or "None of the 3 … border the Netherlands."; of a mark that none reaches, who comes closest. */
function sayNone({ kind, filters }: Selection, question: FactQuestion): FactAnswer | undefined {
  const last = filters.find(({ figures }) => figures) ?? filters.at(-1)
  const others = filters.filter(one => one !== last)
  const facts = [...(last?.tested.values() ?? [])]
    .map(({ fact }) => fact)
    .filter(({ subject }) => subject.kind === kind && reasonsFor(subject.id, others))
  const among = `${facts.length} ${nounsOf(kind, others)}`
  const marks = question.thresholds.map(({ value }) => value)
  const computed = [facts.length, ...question.years, ...marks]
  if (last && !last.figures && others.length > 0 && facts.length > 1)
    return answerOf({ text: sayDenied(among, last), facts, computed })
  const isBelow = /\b(?:less|fewer|under|below|most)\b/i.test(last?.of ?? '')
  const [first] = byNumber(facts, isBelow ? 'lowest' : 'highest')
  if (!first || !last?.figures) return undefined
  const text = `None of the ${among} with figures ${last.is}; ${first.subject.name} comes closest with ${datedValue(first)}.`
  const reasons = reasonsFor(first.subject.id, others) ?? []
  return answerOf({ text, facts: [first, ...reasons], computed })
}

function sayDenied(among: string, { is, isNot }: { readonly is: string; readonly isNot: string }) {
  return /\bnot\b/.test(isNot) ? `None of the ${among} ${is}.` : `None: all ${among} ${isNot}.`
}
