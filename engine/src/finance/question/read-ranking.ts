import { PLACES } from '../../facts/conditions.ts'
import type { Company } from '../../search/company-fact.ts'
import { blankOut } from '../../text/lex/numbers.ts'
import { joinAnd } from '../../text/say.ts'
import { matchSpan, overlaps, type Span } from '../../text/span.ts'
import { type Word, words } from '../../text/words.ts'
import { isPlainWord, sayName } from '../companies/company-names.ts'
import type { CompanyStore, StoredCompany } from '../company-store.ts'
import { conceptsOf, type Metric } from '../metrics.ts'
import type { Direction } from '../statements/state-figures.ts'
import list from '../words.json' with { type: 'json' }
import { findMetrics, namedIn } from './find-metrics.ts'
import { aimsAt } from './read-aims.ts'
import { type Condition, readConditions } from './read-conditions.ts'
import { readDirection } from './read-operation.ts'
import { type AskedPeriod, type AskedTimes, NUMBERS, readTimes } from './read-times.ts'

/** A question for the first or last of many companies by one metric. */
export interface CompanyRanking {
  readonly metric: Metric
  readonly direction: Direction
  /** Ranked by growth from the first to the last of the years, instead of by value. */
  readonly isGrowth: boolean
  /** When: the latest year of each, one named year, or the ends of the growth. */
  readonly times: AskedTimes
  /** The fiscal years that the figures may be of. */
  readonly years: readonly number[]
  readonly concepts: readonly string[]
  readonly members: readonly StoredCompany[]
  /** "S&P 500 companies in Energy", for example. */
  readonly scope: string
  /** True if the scope is part of the index: the answer then cites the index's list. */
  readonly isOfIndex: boolean
  readonly count: number
  /** True if the question says how many. */
  readonly isCounted?: boolean
  /** The company whose place is asked for. */
  readonly focus?: Company
  /** The place whose company is asked for, from the second on. */
  readonly nth?: number
  /** Lists all companies that meet it instead of the first ones. */
  readonly threshold?: Threshold
  /** Further conditions on the companies. */
  readonly filters: readonly Condition[]
  /** Set if the figures are added up or averaged instead; of a share, the focus has it. */
  readonly together?: 'sum' | 'average'
}

type Threshold = Pick<Condition, 'limit' | 'value' | 'to' | 'isGrowth'>

/** How many companies of the index each sector, industry, state or place named has, the first of them first. */
export interface GroupCount {
  readonly kind: 'sector' | 'industry' | 'state' | 'place'
  readonly scope: string
  /** Set if only the first is asked for. */
  readonly direction?: Direction
  readonly groups: readonly { readonly name: string; readonly members: readonly StoredCompany[] }[]
}

const COUNTED =
  /\b(?<kind>sector|industry)\b.*\b(?<degree>most|fewest)\b.*\bcompanies\b|\b(?:headquarters )?in each (?<each>sector|industry|state)\b/i
const NUMBER = `\\d{1,2}|${NUMBERS.slice(1).join('|')}`
const DEGREE = 'high|larg|bigg|great|low|small|fast|slow'
const TOP = new RegExp(
  `\\b(?:top|first|which|what|(?:${DEGREE})est)\\s+(?<count>${NUMBER})\\b|\\b(?<before>${NUMBER})\\s+(?:(?:s&p 500 )?companies\\s+)?(?:with\\s+the\\s+)?(?:${DEGREE}|most)`,
  'i',
)
const PLACE = new RegExp(
  `\\b(?:(?<word>${PLACES.slice(1).join('|')})|(?<digits>\\d{1,2})(?:nd|rd|th))(?=[- ](?:most|least|\\p{L}+est)\\b)`,
  'iu',
)
const LOSERS =
  /\b(?:which|what|how many|list|name)\b.*(?:\b(?:lost money|los(?:t|ing) money|ma[dk]e (?:a |any )?loss(?:es)?|had (?:a |any )?(?:net )?loss(?:es)?|report(?:ed)? (?:a |any )?(?:net )?loss(?:es)?|in the red)|\b(?<gain>made (?:a )?(?:profit|money)|were profitable|in the black))\b/i
const MOVERS = /^(?:which|what|how many)\b(?! (?:is|was|were)\b)/i
const INDEX = /\bs ?& ?p(?: ?500)?(?: index)?\b/giu
/** Everyday words for sectors and industries of the index. */
const SYNONYMS: Readonly<Record<string, string>> = list.sectors
/** Words around a group that do not narrow it further. */
const AROUND =
  /^(?:sectors?|industr(?:y|ies)|index|members?|constituents?|stocks?|makers?|operators?|firms?|compan(?:y|ies)|us|american|public|publicly|listed|traded|world|leading|top|rank\w*|profitable|biggest|slowest|declin\w*|fell|fall\w*|lost|grew|drop\w*|decreas\w*|shr[aiu]nk\w*|sharp\w*|steep\w*|percentage|terms|where|place|among|fewest)$/
const PLACE_NAME = '\\p{Lu}\\p{L}+(?:\\s\\p{Lu}\\p{L}+){0,2}'
const SEAT = new RegExp(
  `\\bheadquarters (?<side>in|outside) (?<places>${PLACE_NAME}(?:(?:,| or|, or| and|, and) ${PLACE_NAME})*)`,
  'gu',
)
const SEATED =
  /^(?:which|how many) s&p 500 companies have their headquarters in (?=.*(?:,| or | and ))/i
const BETWEEN_PLACES = /, (?:or |and )?| or | and /
/** Asset managers have the word in the name of their industry. */
const NO_BANKS = /\bCustody Banks$/
const TOGETHER = /^what (?:(?:is|was) the (?<way>average|total|combined)|share of) /i
const DEFAULT_COUNT = 5
const MOST_COUNT = 25

/** Reads "which sector has the most companies?" and "how many companies are in each sector?". */
export function readGroupCount(
  question: string,
  { companies }: Pick<CompanyStore, 'companies'>,
): GroupCount | undefined {
  const counted = COUNTED.exec(question)
  const { kind = '', degree, each } = counted?.groups ?? {}
  const seat = readSeat(question)
  const index = Array.from(question.matchAll(INDEX), matchSpan)
  const seated = SEATED.exec(question)
  const spans = [counted && each ? counted : null, seated].flatMap(
    one => (one && matchSpan(one)) || [],
  )
  const known = [...index, ...seat.spans, ...spans]
  const isRest = words(question).every(word => overlaps(word, known) || isFiller(word))
  if ((!degree && !each && !seated) || !isRest) return undefined
  const placed = companies.filter(({ sector }) => sector)
  if (seated && !each) {
    const groups = seat.places.map(name => ({ name, members: placed.filter(isIn(name)) }))
    return {
      kind: 'place',
      scope: `companies${seat.scope}`,
      groups: groups.filter(one => one.members.length > 0),
    }
  }
  const by = (each ?? kind).toLowerCase() as Exclude<GroupCount['kind'], 'place'>
  const sign = degree?.toLowerCase() === 'fewest' ? 1 : -1
  const listed = placed.filter(seat.includes)
  const groupOf = (one: StoredCompany) =>
    by === 'state' ? one.headquarters?.split(', ').at(-1) : one[by]
  const groups = [...Map.groupBy(listed, one => groupOf(one) ?? '')]
    .filter(([name]) => name !== '')
    .map(([name, members]) => ({ name, members }))
    .toSorted((a, b) => sign * (a.members.length - b.members.length))
  const direction = sign > 0 ? 'lowest' : 'highest'
  return { kind: by, scope: `companies${seat.scope}`, groups, ...(degree && { direction }) }
}

/** Reads where the headquarters are to be. */
function readSeat(question: string) {
  const [seat] = question.matchAll(SEAT)
  const { places: named, side } = seat?.groups ?? {}
  const places = named?.split(BETWEEN_PLACES) ?? []
  const isThere = (one: StoredCompany) => places.some(place => isIn(place)(one))
  return {
    places,
    spans: seat ? [matchSpan(seat)] : [],
    scope: named ? ` with headquarters ${side} ${named}` : '',
    includes: (one: StoredCompany) => !named || isThere(one) === (side === 'in'),
  }
}

function isIn(place: string) {
  return ({ headquarters = '' }: StoredCompany) => headquarters.split(', ').includes(place)
}

interface RankingScope {
  /** The place that names the company whose rank or share is asked for. */
  readonly focus?: (Span & { readonly company: Company }) | undefined
  /** Companies that the question leaves out. */
  readonly without?: readonly Company[]
}

/**
 * Undefined unless the whole question can be understood as a ranking of known companies, or as
 * what they have together.
 */
export function readRanking(
  question: string,
  { store, today }: { readonly store: CompanyStore; readonly today: string },
  { focus, without = [] }: RankingScope = {},
): CompanyRanking | undefined {
  const conditions = readConditions(question)
  const rest = blankOut(question, conditions)
  const isGrowth = aimsAt(rest, 'change')
  const times = readTimes(rest, today, isGrowth)
  const isRanked = aimsAt(rest, 'superlative')
  const result = isRanked ? undefined : readResult(rest, isGrowth)
  const [first, ...others] = isRanked || result ? [] : conditions
  const threshold = result ?? first
  const filters = isRanked || result ? conditions : others
  const isOfGroups = /^which (?:sector|industry|state)/i.test(question)
  const together = isRanked || threshold ? null : TOGETHER.exec(question)
  if (isOfGroups || (!isRanked && !threshold && !together)) return undefined
  const seat = readSeat(question)
  const index = [...Array.from(question.matchAll(INDEX), matchSpan), ...seat.spans]
  const named = namedIn(question, times.mentions)
  const group = findGroup(question, store.companies, [...times.mentions, ...index, ...named])
  const placed = threshold ? null : PLACE.exec(question)
  const { word = '', digits } = placed?.groups ?? {}
  const nth = Number(digits) || PLACES.indexOf(word.toLowerCase()) + 1
  const asked = [...conditions, focus ?? [], placed ? matchSpan(placed) : []].flat()
  const known = [...times.mentions, ...index, ...group.spans, ...asked]
  const mentions = findMetrics(question, known, AROUND)
  const [mention = first] = mentions
  // "… by revenue and their net income" asks for more than a ranking.
  if (mentions.some(({ start }) => start !== mention?.start)) return undefined
  const isUnderstood = (spans: readonly Span[]) =>
    words(question).every(word => overlaps(word, spans) || isFiller(word))
  if (!mention || !isUnderstood([...known, mention])) return undefined
  // Growth from a loss has no percentage, so those that had one would be left out.
  if (result?.isGrowth && mention.metric.says?.loss !== undefined) return undefined
  const { metric } = mention
  // Without the word, a year is the calendar's, whatever each company calls its own.
  const isFiscal = /\b(?:fiscal|fy)/i.test(question)
  const ranked = rankedTimes(times.asked, { isGrowth, isFiscal, today })
  if (!ranked) return undefined
  const isBelow = threshold?.limit === 'below' || threshold?.limit === 'of at most'
  const ordered = threshold ? (isBelow ? 'lowest' : 'highest') : readDirection(rest)
  const direction = ordered ?? 'highest'
  // The largest fall is the lowest growth.
  const isTurned = isGrowth && !threshold && aimsAt(rest, 'fall')
  const inIndex = index.length > 0 || group.names.length > 0
  const members = (group.names.length > 0 ? group.members : store.companies).filter(
    one => seat.includes(one) && !without.some(({ cik }) => cik === one.cik),
  )
  if (together && (!inIndex || isGrowth)) return undefined
  const besides = without.length > 0 ? ` apart from ${joinAnd(without.map(sayName))}` : ''
  const { count, before } = TOP.exec(question)?.groups ?? {}
  const written = (count ?? before ?? '').toLowerCase()
  const wanted = Number(written) || NUMBERS.indexOf(written) + 1
  return {
    metric,
    direction: isTurned ? (direction === 'highest' ? 'lowest' : 'highest') : direction,
    isGrowth: threshold?.isGrowth ?? isGrowth,
    ...(focus && { focus: focus.company }),
    times: ranked,
    years: [
      ...new Set(
        [ranked, filters.length > 0 ? LATEST : ranked].flatMap(one => yearsOf(one, today)),
      ),
    ],
    concepts: [...new Set([metric, ...filters.map(one => one.metric)].flatMap(conceptsOf))],
    members: inIndex ? members.filter(({ sector }) => sector) : members,
    scope: `${inIndex ? 'S&P 500 ' : ''}${group.scope}${seat.scope}${besides}`,
    isOfIndex: inIndex,
    ...(placed && { nth }),
    count: Math.min(nth || wanted || (threshold ? MOST_COUNT : DEFAULT_COUNT), MOST_COUNT),
    ...(wanted > 0 && { isCounted: true }),
    ...(threshold && { threshold }),
    ...(together && { together: together.groups?.['way'] === 'average' ? 'average' : 'sum' }),
    filters,
  }
}

/** "Which airlines lost money?" asks for all with a loss, and "which grew revenue?" for all whose revenue grew. */
function readResult(question: string, isGrowth: boolean): Threshold | undefined {
  const found = LOSERS.exec(question)
  const isMove = isGrowth && MOVERS.test(question)
  if (!isMove && !found) return undefined
  const isBelow = isMove ? aimsAt(question, 'fall') : found?.groups?.['gain'] === undefined
  return { limit: isBelow ? 'below' : 'above', value: 0, isGrowth: isMove }
}

/** The latest year of each company. */
export const LATEST: AskedTimes = { kind: 'each', periods: [{ kind: 'latest', part: 'year' }] }

interface Ranked {
  readonly isGrowth: boolean
  readonly isFiscal: boolean
  readonly today: string
}

/** The times to look at; undefined for quarters and the like, which are not ranked. */
function rankedTimes(
  asked: AskedTimes,
  { isGrowth, isFiscal, today }: Ranked,
): AskedTimes | undefined {
  const isYear = (period: AskedPeriod) => period.kind === 'fiscal' && period.part === 'year'
  if (asked.kind === 'last' && asked.part === 'year' && isGrowth) {
    const year = Number(today.slice(0, 4)) - 1
    const from = { kind: 'fiscal', part: 'year', year: year - asked.count } as const
    return { kind: 'range', from, to: { ...from, year } }
  }
  if (asked.kind === 'range')
    return isGrowth && isYear(asked.from) && (!asked.to || isYear(asked.to)) ? asked : undefined
  const [only, other, ...more] = asked.kind === 'each' ? asked.periods : []
  if (asked.kind !== 'each' || more.length > 0) return undefined
  if (!only || (only.kind === 'latest' && !other)) return LATEST
  if (other)
    return isGrowth && isYear(only) && isYear(other)
      ? { kind: 'range', from: only, to: other }
      : undefined
  const isOwn = isFiscal && only.kind === 'fiscal'
  const isWhole = only.kind === 'mostly' || ('part' in only && only.part === 'year')
  if (!('year' in only) || !isWhole) return undefined
  return isOwn ? asked : { kind: 'each', periods: [{ kind: 'mostly', year: only.year }] }
}

/** Companies name their years differently, so those around each are looked at too. */
export function yearsOf(times: AskedTimes, today: string): readonly number[] {
  const span = times.kind === 'range' ? [times.from, times.to ?? []].flat() : []
  const ends = times.kind === 'each' ? times.periods : span
  const named = ends.flatMap(one => ('year' in one ? one.year : []))
  const thisYear = Number(today.slice(0, 4))
  const isOpen = named.length === 0 || (times.kind === 'range' && !times.to)
  const latest = isOpen ? [thisYear, thisYear - 1, thisYear - 2, thisYear - 3] : []
  return [...new Set([...named.flatMap(year => [year - 1, year, year + 1]), ...latest])]
}

/** Sectors and industries that the question names by a word of their names. */
function findGroup(question: string, companies: readonly StoredCompany[], known: readonly Span[]) {
  const classes = new Set(companies.flatMap(one => [one.sector ?? [], one.industry ?? []].flat()))
  const isNamed = (one: string) => one.includes(' ') && question.toLowerCase().includes(one)
  const pair = Object.keys(SYNONYMS).find(isNamed)
  const found = words(question)
    .filter(word => !overlaps(word, known) && (word.folded in SYNONYMS || !isFiller(word)))
    .map(word => {
      const own = word.folded in SYNONYMS ? word.folded : word.folded.replace(/s$/, '')
      const synonym = SYNONYMS[pair?.split(' ').includes(own) ? pair : own]
      const isNamed = (name: string) =>
        synonym
          ? name.includes(synonym)
          : words(name).some(one => isSame(one, word)) && !NO_BANKS.test(name)
      return { word, names: [...classes].filter(isNamed) }
    })
  const groups = found.filter(one => one.names.length > 0)
  // "Semiconductor equipment" is what both words name; "banks and insurers" are either.
  const isApart = (at: number) =>
    /\b(?:and|or)\b|,/.test(question.slice(groups[at - 1]?.word.end, groups[at]?.word.start))
  const pieces: Set<string>[] = []
  for (const [at, one] of groups.entries()) {
    const before = at > 0 && !isApart(at) ? pieces.pop() : undefined
    pieces.push(before?.intersection(new Set(one.names)) ?? new Set(one.names))
  }
  const names = [...new Set(pieces.flatMap(one => [...one]))]
  // "Health Care" is a sector, and "care" a word of several industries.
  const sectors = names.filter(name => companies.some(one => one.sector === name))
  const wanted = sectors.length > 0 ? sectors : names
  return {
    spans: names.length > 0 ? groups.map(one => one.word) : [],
    names: wanted,
    scope: nameGroup(wanted, found.find(one => one.names.length > 0)?.word.folded ?? ''),
    members: companies.filter(
      one => wanted.includes(one.sector ?? '') || wanted.includes(one.industry ?? ''),
    ),
  }
}

/** "companies in energy", and "banks" for many industries of that name. */
function nameGroup(names: readonly string[], word: string): string {
  if (names.length === 0) return 'companies'
  const nouns = word.endsWith('s') ? word : `${word}s`
  // Banks are companies; materials are what companies deal in.
  const isNoun = names.every(name => name.toLowerCase().endsWith(` ${nouns}`))
  if (names.length < 3 && !isNoun) return `companies in ${names.join(' or ').toLowerCase()}`
  return isNoun || word.endsWith('s') ? nouns : `${word} companies`
}

/** Investment banking is no bank. */
function isSame(one: Word, other: Word): boolean {
  return one.stem === other.stem && /ing$/.test(one.folded) === /ing$/.test(other.folded)
}

function isFiller(word: Word): boolean {
  return isPlainWord(word) || AROUND.test(word.folded)
}
