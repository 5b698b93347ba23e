import vocabulary from '../../../data/words.json' with { type: 'json' }
import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import type { Fact, Subject } from '../fact.ts'
import { attributesOf, type Filter, isPlace, readFilters, reasonsFor } from '../filters.ts'
import { type Mention, mentionOf, type Phrase } from '../find-named.ts'
import { type Direction, ORGANIZATIONS } from '../lexicon.ts'
import { COUNTS, type FactQuestion } from '../read-question.ts'
import { nameOfSeries, tableOfChanges } from '../report/describe-series.ts'
import { nameOf as subjectName } from '../report/say-value.ts'
import {
  commonYear,
  datedValue,
  degreeOf,
  figureOf,
  lower,
  ordinal,
  nounsOf as pluralOf,
  readable,
  round,
  sayFact,
  sayPlace,
  sayTotal,
} from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  byNumber,
  canSum,
  figuresOf,
  read,
  sensesOf,
  valuesOf,
  WORLD,
} from '../select-facts.ts'
import { writeNumber } from '../write-fact.ts'
import { answerAboutSubjects } from './answer-about-subjects.ts'

const DOWN = new RegExp(vocabulary.moves.down, 'i')
const MOST_LISTED = 60
/** Names that are listed of a longer list, or if several share a place. */
const MOST_SAMPLED = 30
const MOST_EQUAL = 12
const MOST_EXAMPLES = 6
const LISTED = 5
const MOST_RANKED = 30
const MOST_IN_TABLE = 20
/** Fewer members of a group are compared one by one. */
const MOST_COMPARED = 10
/** In years. */
const CURRENT = 3
const WHETHER = /^(?:is|are|does|do|has|have)\b/i
const ASKS = /\b(?:wh\w+|how|countries|list|years?|since)\b/i
/** "The population of the largest country" is not the largest population. */
const OF_EXTREME =
  /\w+ (?:of|in) the (?:[\w'’]+ )?(?:largest|biggest|smallest|highest|lowest|longest|shortest|richest|poorest)\b/i
const OF_WORLD =
  /\b(?:share|percentage|percent|proportion|fraction) of (?:the )?(?:world|global)\b/i
/** A question such as "Where does Angola rank in Africa by oil production?" */
const RANK = /\b(?:where|how|what|which|at)\b.*\brank(?:s|ed|ing)?\b/i
const IN_INDEX = 'are in the S&P 500'
const INDEX = /\bS&P 500\b/
const WHICH_OF = /^(?:and )?(which|how many) of\b/i
const PLURAL = /(?:ies|nations|firms|stocks|states)$/i
/** "How many people live in the Baltic states?" asks for one number. */
const HOW_MUCH = /^\W*how (?:many|much)\b/i
/** "… a higher life expectancy than the US" */
const THAN =
  /\b(?:more|higher|larger|bigger|greater|longer|older|richer|(less|lower|smaller|fewer|shorter|younger|poorer))\b[^,;?]*\bthan (?:(?:in|that|those|of|the) )*$/i
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
  /** Subjects that the question leaves out, and how a noun says so: " besides China". */
  readonly without: readonly string[]
  readonly besides: string
}

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

/** Answers whether subjects meet a condition: "Is Norway in NATO?", "Which of Iran, Iraq and Syria are in OPEC?" */
export function answerWhether(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, years, rest, conditions, thresholds } = asking.question
  const isCompared = thresholds.length === 0 && /\bthan\b/i.test(text)
  const isOther = isCompared || claimsPlace(asking.question) || !isPlain(conditions)
  // "argentina inflation above 100%?"
  const isMark = thresholds.length === 1 && !ASKS.test(text)
  const isAsked = WHETHER.test(text) || WHICH_OF.test(text) || isMark
  if (!isAsked || isOther || years.length + rest.length > 0) return undefined
  const asked = mentions.filter(one => !phrases.some(phrase => phrase.text === one.text))
  const subjects = asked.flatMap(one => one.subjects)
  const [subject, ...others] = subjects
  if (!subject || subjects.length !== asked.length) return undefined
  const question = { ...asking.question, mentions: mentions.filter(one => !asked.includes(one)) }
  const found = readFilters({ ...asking, question }, subject.kind)
  const filters = found?.filters ?? []
  const isRead = phrases.every(
    one =>
      found?.used.has(one) ||
      isOfQuery(one) ||
      /^(?:(?:member|part)s? of|belongs? to)$/i.test(one.text),
  )
  const tests = subjects.map(({ id }) =>
    filters.flatMap(filter => {
      const own = filter.tested.get(id)
      return own ? [{ filter, ...own }] : []
    }),
  )
  const [tested = []] = tests
  const [first, ...more] = tested
  const unknown = subjects.filter((_, at) => (tests[at]?.length ?? 0) < filters.length)
  if (!first || (unknown.length > 0 && others.length === 0) || !isRead) return undefined
  // A profile does not name what the country is not in, so a member's is cited as well.
  const cited = tests.flat().flatMap(({ fact, isMet, filter }) => {
    const member = [...filter.tested.values()].find(one => one.isMet)?.fact
    return isMet || !member || filter.saysFact ? [fact] : [fact, member]
  })
  const facts = [...new Set(cited)]
  const computed = thresholds.map(({ value }) => value)
  // The row that tells that a company is not on a list does not name it.
  const named = [...filters.flatMap(filter => filter.named ?? []), ...subjects.map(one => one.name)]
  if (others.length > 0) {
    if (more.length > 0) return undefined
    const said = [true, false].flatMap(wanted => {
      const own = subjects.filter((_, at) => tests[at]?.[0]?.isMet === wanted)
      const is = wanted ? first.filter.is : first.filter.isNot
      const names = joinAnd(own.map(subjectName))
      return own.length > 0 ? `${names} ${own.length > 1 ? is : inSingular(is)}` : []
    })
    const isCount = WHICH_OF.exec(text)?.[1]?.toLowerCase() === 'how many'
    const met = tests.filter(([one]) => one?.isMet).length
    const count = isCount ? `${met} of the ${subjects.length}: ` : ''
    return {
      ...answerOf({
        text: `${count}${capital(said.join('; '))}.`,
        facts,
        computed: [...computed, ...(isCount ? [met, subjects.length] : [])],
        named,
      }),
      missing: unknown.map(one => `Whether ${subjectName(one)} ${inSingular(first.filter.is)}`),
    }
  }
  const saying = (wanted: boolean) =>
    tested.flatMap(({ filter, isMet }) =>
      isMet === wanted ? inSingular(isMet ? filter.is : filter.isNot) : [],
    )
  const predicates = [saying(true), saying(false)].filter(own => own.length > 0).map(joinAnd)
  const said = `${subjectName(subject)} ${predicates.join(' but ')}.`
  if (more.length > 0) return answerOf({ text: capital(said), facts, computed, named })
  const isOfOwn = first.fact.subject.id === subject.id
  const own =
    first.filter.saysFact && isOfOwn
      ? sayFact(first.fact, asking).text.replace(/^The\b/, 'the')
      : said
  const { year = 0 } = first.fact
  // Inflation of some years ago does not tell what it is now.
  const isOld =
    first.filter.figures && year > 0 && Number(asking.today.slice(0, 4)) - year > CURRENT
  const verdict = `${first.isMet ? 'Yes' : 'No'}${isOld ? `, as of ${year}` : ''}`
  return answerOf({ text: `${verdict}: ${own}`, facts, computed, named })
}

/** "What sector is Snowflake in?": companies that are not on the list of the index. */
export function answerOutsiders(asking: Asking): FactAnswer | undefined {
  const [sense] = sensesOf('attribute', asking)
  const subjects = asking.question.mentions.flatMap(one => one.subjects)
  const { rest } = asking.question
  const areFirms = subjects.length > 0 && subjects.every(({ kind }) => kind === 'company')
  if (sense?.attribute.collection !== 'sp500' || !areFirms || rest.length > 0) return undefined
  const rows = read({ attributes: [sense.attribute.id] }, asking)
  const [first] = rows
  if (!first || rows.some(row => subjects.some(({ id }) => id === row.subject.id))) return undefined
  const names = joinAnd(subjects.map(subjectName))
  const { named = lower(sense.attribute.label) } = asking.lexicon.wordsOf(sense.attribute) ?? {}
  const [is, it] = subjects.length > 1 ? ['are', 'they are'] : ['is', 'it is']
  const text = INDEX.test(sense.attribute.label)
    ? `${names} ${is} not in the S&P 500.`
    : `No ${named} of ${names} is recorded, because ${it} not in the S&P 500.`
  return answerOf({ text, facts: [first], computed: [], named: subjects.map(({ name }) => name) })
}

/** "Is Russia the largest country?" */
function claimsPlace({ text, superlative, phrases }: Asking['question']): boolean {
  const isExtreme = phrases.some(({ senses }) => senses.some(({ type }) => type === 'extreme'))
  return WHETHER.test(text) && !/\bthan\b/i.test(text) && (superlative !== undefined || isExtreme)
}

function inSingular(predicate = ''): string {
  return predicate.replace(
    /^(that )?(\w+)/,
    (_, that = '', verb) => that + (SINGULAR[verb] ?? verb),
  )
}

function isScope({ senses }: Phrase): boolean {
  return senses.some(({ type }) => type === 'condition')
}

/** "Which countries …", and not "Which country borders the most countries?" */
function isOfSeveral({ phrases }: FactQuestion): boolean {
  const kinds = phrases.filter(({ senses }) => senses.some(({ type }) => type === 'kind'))
  return PLURAL.test((kinds[0] ?? phrases.find(isOfQuery))?.text ?? '')
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

/** Companies that have facts to be listed by are those of the index. */
function inIndex(kind: string): string {
  return kind === 'company' ? 'S&P 500 company' : kind
}

/** Plural nouns by kind of subject, with the filters: "countries in Africa", "Nordic countries". */
function nounsOf(kind: string, filters: readonly Filter[] = []): string {
  const own = filters.flatMap(({ nouns }) => nouns ?? [])[0] ?? pluralOf(kind)
  const all = filters.flatMap(({ of, nouns }) => (nouns ? [] : of))
  // "With a population above 50 million and an area …"
  const joined = all.map((of, at) => {
    const [first = ''] = of.split(' ')
    const isSame = /^(?:with|that)$/.test(first) && all[at - 1]?.startsWith(`${first} `)
    return isSame ? of.replace(first, 'and') : of
  })
  return [own, ...joined].join(' ')
}

function select(
  { kind, filters, excluded }: { kind: string; filters: readonly Filter[]; excluded: Mention[] },
  { facts }: Asking,
): Selection {
  const without = excluded.flatMap(({ subjects }) => subjects)
  const isIndex = filters.some(({ is }) => is === IN_INDEX)
  const subjects = (kind === 'company' ? membersOf(facts) : facts.subjectsOfKind(kind)).filter(
    ({ id }) => reasonsFor(id, filters) && !without.some(one => one.id === id),
  )
  const names = joinAnd(without.map(subjectName))
  const besides = without.length > 0 ? ` besides ${names}` : ''
  const named = `${nounsOf(isIndex ? kind : inIndex(kind), filters)}${besides}`
  return { kind, filters, subjects, named, without: without.map(({ name }) => name), besides }
}

/** The companies of the index, which alone have facts to select them by. */
function membersOf(facts: Asking['facts']): Subject[] {
  const own = facts
    .attributes()
    .filter(({ collection, label }) => collection === 'sp500' && INDEX.test(label))
  const rows = facts.find({ attributes: own.map(({ id }) => id) })
  // A company with two classes of shares is on the list twice.
  return [...new Map(rows.map(({ subject }) => [subject.id, subject])).values()]
}

/** The selected subjects that have a figure, in one unit. */
function figuresIn(
  senses: readonly AttributeSense[],
  { subjects }: Selection,
  asking: Asking,
): Fact[] {
  const ids = new Set(subjects.map(({ id }) => id))
  // Read one after the other: those of a series are many.
  const all = senses
    .values()
    .map(sense => figuresOf(sense, asking).filter(({ subject }) => ids.has(subject.id)))
  // A parliament of one chamber is ranked with the lower chambers of others.
  const [whole] = senses
  const isPart = ({ attribute }: AttributeSense) =>
    attribute.label.startsWith(`${whole?.attribute.label} - `)
  if (senses.length > 1 && senses.slice(1).every(isPart))
    return [
      ...new Map(
        [...all]
          .reverse()
          .flat()
          .map(one => [one.subject.id, one]),
      ).values(),
    ]
  if (asking.question.years.length === 0) return all.find(({ length }) => length > 0) ?? []
  return [...all].toSorted((one, other) => other.length - one.length)[0] ?? []
}

interface Ranking {
  readonly selection: Selection
  readonly towards: Direction
  readonly place: number | undefined
  /** The subject whose place is asked for. */
  readonly placed?: readonly Subject[]
  /** Whether the question asks if that place is the first: "Is Russia the largest country?" */
  readonly isClaim: boolean
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
  const isPlural = isOfSeveral(question)
  const isRanked = /\brank(?:ed)?\b/i.test(question.text) && ranked.length <= MOST_RANKED
  const count =
    place !== undefined ? 1 : (question.count ?? (isRanked ? ranked.length : isPlural ? LISTED : 1))
  const from = (place ?? 1) - 1
  const equals =
    count === 1 && !placed ? ranked.filter(one => one.number === ranked[from]?.number).length : 1
  const shown = equals > 1 ? Math.min(equals, MOST_EQUAL) : Math.min(count, MOST_LISTED)
  const listed = ranked.slice(from, from + shown)
  if (listed.length === 0) return undefined
  const said = from > 0 ? `${ordinal(from + 1)} ${degree}` : degree
  const marks = question.thresholds.map(({ value }) => value)
  const computed = [
    ranked.length,
    listed.length,
    equals,
    from + 1,
    ...marks,
    selection.subjects.length,
  ]
  const { lexicon } = asking
  const isShare = OF_WORLD.test(question.text)
  const isWholeOf = ({ subject, attribute, unit, year }: Fact) =>
    WORLD.test(subject.name) &&
    [attribute.id, unit, year].join() === [first.attribute.id, first.unit, first.year].join()
  const whole = isShare
    ? senses.flatMap(sense => figuresOf(sense, asking)).find(isWholeOf)
    : undefined
  if (isShare && !whole) return undefined
  const isWhole = listed.length === ranked.length && listed.length > 1
  const where = isWhole ? `the ${ranked.length} ${selection.named}` : amongOf(selection)
  const isPast = question.years.length > 0
  const placing = {
    ...{ among: where, of, towards: said, computed, lexicon },
    ...{ whole, isWhole, isPast, equals },
  }
  const stated = sayPlace(listed, placing)
  const leading = from > 0 ? sayPlace([first], { ...placing, towards: degree }) : stated
  const verdict = { ...leading, text: `${from > 0 ? 'No' : 'Yes'}: ${leading.text}` }
  const claimed = from > 0 ? [verdict, stated] : [verdict]
  return citing(selection, {
    statements: ranking.isClaim ? claimed : [stated],
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

/** "Which country's GDP grew the most between 2010 and 2020?" */
function rankChanges(
  senses: readonly AttributeSense[],
  { selection, towards }: Ranking,
  asking: Asking,
): FactAnswer | undefined {
  const [from = 0, until = 0] = asking.question.years
  const subjects = selection.subjects.map(({ id }) => id)
  const all = senses.map(({ attribute }) => {
    const rows = read({ subjects, attributes: [attribute.id] }, asking).filter(
      ({ year = 0, number = 0 }) => number > 0 && year >= from && year <= until,
    )
    const to = Math.max(...rows.map(({ year = 0 }) => year))
    return [...Map.groupBy(rows, ({ subject }) => subject.id).values()].flatMap(own => {
      const [start, end] = [from, to].map(year => own.find(one => one.year === year))
      if (!start?.number || !end?.number || start === end) return []
      return [{ start, end, percent: round((end.number / start.number - 1) * 100) }]
    })
  })
  const found = all.find(({ length }) => length > 1) ?? []
  // The largest fall is the lowest growth.
  const isFall = DOWN.test(asking.question.text)
  const sign = (towards === 'highest') === isFall ? 1 : -1
  const isPlural = isOfSeveral(asking.question)
  const isOfAll = isFall && isPlural && asking.question.count === undefined
  const fallen = found.filter(({ percent }) => percent < 0)
  const changes = (isOfAll ? fallen : found)
    .toSorted((one, other) => sign * (one.percent - other.percent))
    .slice(0, asking.question.count ?? (isOfAll ? MOST_SAMPLED : isPlural ? LISTED : 1))
  const [first = isOfAll ? found[0] : undefined] = changes
  if (!first) return undefined
  const label = nameOfSeries(first.end.attribute)
  const span = `from ${from} to ${first.end.year}`
  if (changes.length === 0) {
    const text = `In none of the ${found.length} ${selection.named} with figures, the ${label} fell ${span}.`
    const facts = found.flatMap(({ start, end }) => [start, end])
    return citing(selection, answerOf({ text, facts, computed: [found.length] }))
  }
  const said = changes.map(
    ({ start, end, percent }) =>
      `${subjectName(start.subject)} (${percent > 0 ? '+' : ''}${writeNumber(percent)}%, from ${figureOf(start, true)} to ${figureOf(end, true)})`,
  )
  const facts = changes.flatMap(({ start, end }) => [start, end])
  const rounded = facts.flatMap(fact => readable(fact).computed ?? [])
  const degree = towards === 'highest' ? 'most' : 'least'
  const lead = `In ${fallen.length} of ${found.length} ${selection.named}, the ${label} fell ${span}, ${degree} in ${changes.length < fallen.length ? `these ${changes.length}` : 'this order'}`
  const statement = {
    text: isOfAll
      ? `${lead}: ${joinAnd(said)}.`
      : `The ${towards === 'highest' ? 'largest' : 'smallest'} ${isFall ? 'fall' : 'growth'} of ${label} ${span} among ${found.length} ${selection.named} was that of ${joinAnd(said)}.`,
    facts,
    computed: [
      found.length,
      fallen.length,
      changes.length,
      ...changes.map(({ percent }) => percent),
      ...asking.question.thresholds.map(({ value }) => value),
      ...rounded,
    ],
  }
  const rows = changes.map(({ start, end }, at) => ({
    label: `${at + 1}. ${start.subject.name}: ${label}`,
    facts: [start, end],
  }))
  const layouts = rows.length > 1 ? [tableOfChanges(rows)] : undefined
  return citing(selection, { ...answerOf(statement), ...(layouts && { layouts }) })
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
  const { computed = [], ...said } = sayTotal(figures, { among, isAverage, lexicon })
  const counted = [figures.length, ...question.thresholds.map(one => one.value)]
  const total = answerOf({ ...said, computed: [...computed, ...counted] })
  // A table of some members would not show the whole.
  const isLong = figures.length > MOST_IN_TABLE
  return citing(selection, { ...total, ...(isLong && { layouts: [] }) })
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
      ? `one ${inIndex(kind)}${attributive.map(({ of }) => ` ${of}`).join('')} ${inSingular(said)}`
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

/** Cites why each subject is selected, with one example of each region if there are few, and names the groups. */
function citing({ filters, without }: Selection, answer: FactAnswer): FactAnswer {
  const met = filters.flatMap(({ tested }) =>
    [...tested.values()].flatMap(({ fact, isMet }) => (isMet ? fact : [])),
  )
  const byRegion = [...Map.groupBy(met, ({ text }) => text).values()]
  const isFew = byRegion.length > 1 && byRegion.length < MOST_EXAMPLES
  const examples = isFew ? byRegion.flatMap(([first]) => first ?? []) : []
  const named = [...filters.flatMap(filter => filter.named ?? []), ...without]
  const cite = ({ facts, ...statement }: FactStatement): FactStatement => {
    const reasons = facts.flatMap(({ subject }) => reasonsFor(subject.id, filters) ?? [])
    // A list cites why each of its subjects is in it.
    const isCited = facts.some(fact => met.includes(fact))
    const cited = [...new Set([...facts, ...reasons, ...(isCited ? [] : examples)])]
    return { ...statement, facts: cited, ...(named.length > 0 && { named }) }
  }
  return { ...answer, statements: answer.statements.map(cite) }
}
