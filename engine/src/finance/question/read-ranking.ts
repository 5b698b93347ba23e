import type { Company } from '../../search/company-fact.ts'
import { rational } from '../../tables/rational.ts'
import { quantities } from '../../text/lex/numbers.ts'
import { matchSpan, overlaps, type Span } from '../../text/span.ts'
import { type Word, words } from '../../text/words.ts'
import { isPlainWord } from '../companies/company-names.ts'
import type { CompanyStore, StoredCompany } from '../company-store.ts'
import { conceptsOf, isQuotient, type Metric, metricOf } from '../metrics.ts'
import type { Direction } from '../statements/state-figures.ts'
import list from '../words.json' with { type: 'json' }
import { roundAmount } from '../write-amount.ts'
import { findMetrics, namedIn } from './find-metrics.ts'
import { isAboutChange, isAboutFall, readDirection } from './read-operation.ts'
import { type AskedPeriod, type AskedTimes, readTimes } from './read-times.ts'

/** A question for the first or last of many companies by one metric. */
export interface CompanyRanking {
  readonly metric: Metric
  readonly direction: Direction
  /** Ranked by growth from the first to the last of the years, instead of by value. */
  readonly isGrowth: boolean
  /** One fiscal year, or two for growth; several to choose each company's own from if none was named. */
  readonly years: readonly number[]
  readonly isYearNamed: boolean
  /** The calendar year that the fiscal year must mostly be in. */
  readonly calendarYear?: number
  /** The fiscal year that growth up to the latest one begins with. */
  readonly since?: number
  readonly concepts: readonly string[]
  readonly members: readonly StoredCompany[]
  /** "S&P 500 companies in Energy", for example. */
  readonly scope: string
  /** True if the scope is part of the index: the answer then cites the index's list. */
  readonly isOfIndex: boolean
  /** How many were asked for. */
  readonly count: number
  /** Whether only losses are ranked: "the smallest loss". */
  readonly isOfLosses: boolean
  /** True if the clause is about the companies that the one before it named. */
  readonly isAmongThem: boolean
  /** True if the clause is about the first of them alone. */
  readonly isOfFirst?: boolean
  /** The company whose place is asked for. */
  readonly focus?: Company
  /** In percent for margins and growth. */
  readonly threshold?: { readonly value: number; readonly text: string }
}

/** How many companies of the index each sector or industry has, the first of them first. */
export interface GroupCount {
  readonly kind: 'sector' | 'industry'
  readonly direction: Direction
  readonly groups: readonly { readonly name: string; readonly members: readonly StoredCompany[] }[]
}

const COUNTED =
  /\b(?<kind>sector|industry)\b.*\b(?<degree>most|largest number of|fewest|least|smallest number of)\s+(?:members|companies|constituents|stocks|firms)\b/i
const SUPERLATIVE =
  /\b(?:top|rank\w*|(?:high|larg|bigg|great|low|small|fast|slow|steep|sharp|deep|b)est|most|least|worst|leading|record)\b/i
const THRESHOLD =
  /\b(?<above>above|over|more than|greater than|at least|exceed\w*|beyond)|\b(?:below|under|less than|at most|fewer than)/i
const NUMBER = '\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty'
const DEGREE = 'high|larg|bigg|great|low|small|fast|slow'
const TOP = new RegExp(
  `\\b(?:top|first|which|what|(?:${DEGREE})est)\\s+(?<count>${NUMBER})\\b|\\b(?<before>${NUMBER})\\s+(?:(?:s&p 500 )?companies\\s+)?(?:with\\s+the\\s+)?(?:${DEGREE}|most)`,
  'i',
)
const COUNTS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ fifteen: 15, twenty: 20 },
}
const LOSERS =
  /\b(?:which|what|how many|list|name)\b.*(?:\b(?:lost money|los(?:t|ing) money|ma[dk]e (?:a |any )?loss(?:es)?|had (?:a |any )?(?:net )?loss(?:es)?|report(?:ed)? (?:a |any )?(?:net )?loss(?:es)?|in the red)|\b(?<gain>made (?:a )?(?:profit|money)|were profitable|in the black))\b/i
const INDEX = /\bs ?& ?p(?: ?500)?(?: index)?\b/giu
/** Everyday words for sectors and industries of the index. */
const SYNONYMS: Readonly<Record<string, string>> = list.sectors
/** Words around a group that do not narrow it further. */
const AROUND =
  /^(?:sectors?|industr(?:y|ies)|index|members?|constituents?|stocks?|makers?|firms?|compan(?:y|ies)|us|american|public|publicly|listed|traded|world|leading|top|rank\w*|profitable|biggest|slowest|declin\w*|fell|fall\w*|drop\w*|decreas\w*|shr[aiu]nk\w*|sharp\w*|steep\w*|percentage|terms|where|place|among|fewest)$/
const AMONG_THEM = /\b(?:of|among) (?:them|these|those)\b/i
const DEFAULT_COUNT = 5
const MOST_COUNT = 25

/** Reads "which sector has the most members?". */
export function readGroupCount(
  question: string,
  { companies }: Pick<CompanyStore, 'companies'>,
): GroupCount | undefined {
  const { kind: said, degree } = COUNTED.exec(question)?.groups ?? {}
  const index = Array.from(question.matchAll(INDEX), matchSpan)
  const isRest = words(question).every(word => overlaps(word, index) || isFiller(word))
  if (!said || !degree || !isRest) return undefined
  const kind = said.toLowerCase() === 'sector' ? 'sector' : 'industry'
  const direction = /most|largest/i.test(degree) ? 'highest' : 'lowest'
  const sign = direction === 'highest' ? -1 : 1
  const groups = [...Map.groupBy(companies, one => one[kind] ?? '')]
    .filter(([name]) => name !== '')
    .map(([name, members]) => ({ name, members }))
    .toSorted((a, b) => sign * (a.members.length - b.members.length))
  return { kind, direction, groups }
}

/**
 * Undefined unless the whole question can be understood as a ranking of known companies; `focus` is the
 * place that names the company whose rank is asked for.
 */
export function readRanking(
  question: string,
  { store, today }: { readonly store: CompanyStore; readonly today: string },
  focus?: Span & { readonly company: Company },
): CompanyRanking | undefined {
  const threshold = readThreshold(question) ?? readLosses(question)
  if (!SUPERLATIVE.test(question) && !threshold) return undefined
  const isGrowth = isAboutChange(question)
  const times = readTimes(question, today, isGrowth)
  const index = Array.from(question.matchAll(INDEX), matchSpan)
  const named = namedIn(question, times.mentions)
  const group = findGroup(question, store.companies, [...times.mentions, ...index, ...named])
  const asked = [...(threshold?.spans ?? []), ...(focus ? [focus] : [])]
  const known = [...times.mentions, ...index, ...group.spans, ...asked]
  const [mention] = findMetrics(question, known, AROUND)
  const isUnderstood = (spans: readonly Span[]) =>
    words(question).every(word => overlaps(word, spans) || isFiller(word))
  if (!mention || !isUnderstood([...known, mention])) return undefined
  // "Most profitable" asks for profit here; margins have no single winner.
  const isProfit = /profitab/i.test(question) && mention.metric.id.endsWith('margin')
  const metric = isProfit ? metricOf('net-income') : mention.metric
  // Without the word, a year is the calendar's, whatever each company calls its own.
  const isFiscal = /\b(?:fiscal|fy)/i.test(question)
  const years = yearsOf(times.asked, { isGrowth, isFiscal, today })
  if (!years || (threshold && threshold.isPercent !== (isGrowth || isQuotient(metric))))
    return undefined
  const isLoss =
    threshold?.value !== 0 && /\blos[st]|\blose/i.test(question.slice(mention.start, mention.end))
  const direction = threshold?.direction ?? readDirection(question) ?? 'highest'
  // The largest fall is the lowest growth, and the largest loss the lowest income.
  const isTurned = isLoss || (isGrowth && isAboutFall(question))
  const inIndex = index.length > 0 || group.names.length > 0
  const members = group.names.length > 0 ? group.members : store.companies
  const { count, before } = TOP.exec(question)?.groups ?? {}
  const written = (count ?? before ?? '').toLowerCase()
  const wanted = Number(COUNTS[written] ?? written)
  return {
    metric,
    direction: isTurned ? (direction === 'highest' ? 'lowest' : 'highest') : direction,
    isGrowth,
    isOfLosses: isLoss && !isGrowth,
    isAmongThem: AMONG_THEM.test(question) && group.names.length === 0,
    ...(focus && { focus: focus.company }),
    ...years,
    concepts: conceptsOf(metric),
    members: inIndex ? members.filter(({ sector }) => sector) : members,
    scope: `${inIndex ? 'S&P 500 ' : ''}${group.scope}`,
    isOfIndex: inIndex,
    count: Math.min(wanted || (threshold ? MOST_COUNT : DEFAULT_COUNT), MOST_COUNT),
    ...(threshold && { threshold }),
  }
}

/** "Which airlines lost money?" asks for all with a loss. */
function readLosses(question: string) {
  const found = LOSERS.exec(question)
  if (!found || SUPERLATIVE.test(question)) return undefined
  const isGain = found.groups?.['gain'] !== undefined
  const direction: Direction = isGain ? 'highest' : 'lowest'
  const text = `${isGain ? 'above' : 'below'} zero`
  return { direction, isPercent: false, value: 0, text, spans: [] }
}

function readThreshold(question: string) {
  const found = THRESHOLD.exec(question)
  const amount = found && quantities(question).find(({ start }) => start >= found.index)
  if (!amount || /^(?:19|20)\d{2}$/.test(question.slice(amount.start, amount.end))) return undefined
  const isPercent = amount.unit === 'percent'
  const direction: Direction = found.groups?.['above'] ? 'highest' : 'lowest'
  const limit = isPercent
    ? `${amount.value}%`
    : roundAmount({ value: rational(String(amount.value)), unit: 'USD' })
  const text = `${direction === 'highest' ? 'above' : 'below'} ${limit}`
  return { direction, isPercent, value: amount.value, text, spans: [matchSpan(found), amount] }
}

/** Years among which each company's latest is. */
export function latestYears(today: string): readonly number[] {
  const thisYear = Number(today.slice(0, 4))
  return [thisYear, thisYear - 1, thisYear - 2, thisYear - 3]
}

/** The years to look at; undefined for quarters and the like, which are not ranked. */
function yearsOf(
  asked: AskedTimes,
  {
    isGrowth,
    isFiscal,
    today,
  }: { readonly isGrowth: boolean; readonly isFiscal: boolean; readonly today: string },
): Pick<CompanyRanking, 'years' | 'isYearNamed' | 'calendarYear' | 'since'> | undefined {
  const thisYear = Number(today.slice(0, 4))
  const latest = latestYears(today)
  const named = (...years: number[]) => ({ years, isYearNamed: true })
  const fiscal = (period: AskedPeriod | undefined) =>
    period?.kind === 'fiscal' && period.part === 'year' ? period.year : undefined
  if (asked.kind === 'last' && asked.part === 'year')
    return named(thisYear - 1 - asked.count, thisYear - 1)
  if (asked.kind === 'range') {
    const [from, to] = [fiscal(asked.from), fiscal(asked.to)]
    if (!from || !isGrowth) return undefined
    if (!asked.to) return { years: [from, ...latest], isYearNamed: false, since: from }
    return to ? named(from, to) : undefined
  }
  const [only, other, ...more] = asked.kind === 'each' ? asked.periods : []
  if (asked.kind !== 'each' || more.length > 0) return undefined
  const isCalendar = only?.kind === 'calendar' || only?.kind === 'mostly'
  const year = isCalendar ? only.year : isFiscal ? undefined : fiscal(only)
  if (year !== undefined && !other)
    return { years: [year - 1, year, year + 1], isYearNamed: false, calendarYear: year }
  const [from, to] = [fiscal(only), fiscal(other)]
  if (!only || only.kind === 'latest') return { years: latest, isYearNamed: false }
  if (!from || (other && (!to || !isGrowth))) return undefined
  if (to) return named(from, to)
  return isGrowth ? named(from - 1, from) : named(from)
}

/** Sectors and industries that the question names by a word of their names. */
function findGroup(question: string, companies: readonly StoredCompany[], known: readonly Span[]) {
  const classes = new Set(companies.flatMap(one => [one.sector ?? [], one.industry ?? []].flat()))
  const found = words(question)
    .filter(word => !overlaps(word, known) && !isFiller(word))
    .map(word => {
      const synonym = SYNONYMS[word.folded] ?? SYNONYMS[word.folded.replace(/s$/, '')]
      const isNamed = (name: string) =>
        synonym ? name.includes(synonym) : words(name).some(one => isSame(one, word))
      return { word, names: [...classes].filter(isNamed) }
    })
  const names = [...new Set(found.flatMap(one => one.names))]
  // "Health Care" is a sector, and "care" a word of several industries.
  const sector = names.find(name => companies.some(one => one.sector === name))
  const wanted = sector === undefined ? names : [sector]
  return {
    spans: found.flatMap(one => (one.names.length > 0 ? one.word : [])),
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
  if (names.length < 3) return `companies in ${names.join(' or ').toLowerCase()}`
  return word.endsWith('s') ? word : `${word} companies`
}

/** Investment banking is no bank. */
function isSame(one: Word, other: Word): boolean {
  return one.stem === other.stem && /ing$/.test(one.folded) === /ing$/.test(other.folded)
}

function isFiller(word: Word): boolean {
  return isPlainWord(word) || AROUND.test(word.folded)
}
