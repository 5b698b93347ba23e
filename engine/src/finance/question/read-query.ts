import type { Company } from '../../search/company-fact.ts'
import type { Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import { isPlainWord } from '../companies/company-names.ts'
import { findMentions } from '../companies/find-companies.ts'
import { METRICS, type Metric, metricOf } from '../metrics.ts'
import type { AmountForm, Scale } from '../write-amount.ts'
import { findMetrics, type MetricMention } from './find-metrics.ts'
import { findUnknownNames } from './find-unknown-names.ts'
import {
  findShareOf,
  isAboutChange,
  isBeyondFigures,
  type Operation,
  readOperation,
  readWhether,
  type Whether,
} from './read-operation.ts'
import {
  type AskedPeriod,
  type AskedTimes,
  hasTimes,
  type ReadTimes,
  readTimes,
} from './read-times.ts'
import { type Clause, splitQuestions } from './split-questions.ts'

/** One question about reported figures. */
export interface Query {
  /** The clause that asks it, word for word. */
  readonly clause: string
  readonly companies: readonly Company[]
  readonly metrics: readonly Metric[]
  readonly times: AskedTimes
  readonly operation: Operation
  readonly whether?: Whether
  /** Whether each time is compared with the one before it. */
  readonly isAgainstPrevious: boolean
  /** The distance between the compared times. */
  readonly step: 'year' | 'quarter'
  /** Whether metrics or times are only implied, so that absent figures are not reported as missing. */
  readonly isLoose: boolean
  readonly form: AmountForm
  /** The requested currency, such as `USD`. */
  readonly currency?: string
}

const MOST_COMPANIES = 6
const MOST_METRICS = 8
const MOST_QUERIES = 12
const LONGEST_INPUT = 8_000
const WHICH_COMPANY =
  /\bwhich\s+(?:of\s+(?:these|the|those)\s+)?(?:\w+\s+)?(?:compan(?:y|ies)|firms?|business(?:es)?|one|had|has|have|is|was|reported|earned|made|spent|generated|grew)\b|\bwhat\s+company\b|\bwho\b|\bcompare\s+(?:the\s+)?compan/i
const QUARTER_STEP =
  /\bquarter[\s-](?:over|on)[\s-]quarter\b|\bq[o/]q\b|\b(?:previous|prior|preceding)\s+quarter\b/i
/** Words for a trend, which need no time. */
const TREND =
  /\b(?:trends?|history|historical(?:ly)?|over time|over the years|track record|evol\w+)\b/i
/** Words for a company as a whole. */
const OVERVIEW =
  /\b(?:overview|profile|briefing|summary|tell (?:me|us) about|compar(?:e|ed|ison)|versus|vs|how (?:is|are|has) (?=.{0,80}\b(?:doing|performing|faring)\b)|doing|performing|faring)\b/gi
const OVERVIEW_METRICS = ['revenue', 'net-income', 'net-margin', 'operating-cash-flow']
const LATEST_YEARS: AskedTimes = { kind: 'last', count: 5, part: 'year' }
const DECIMALS = /\b(?<count>one|two|three|four|[0-4])\s+decimals?(?:\s+places?)?\b/i
const COUNTS = ['zero', 'one', 'two', 'three', 'four']
const SCALE = /\bin\s+(?:usd\s+|us\s+dollars?\s+|\$\s?)?(?<scale>thousand|million|billion)s?\b/i
const CURRENCY =
  /\bin\s+(?:(?:millions?|billions?|thousands?)\s+(?:of\s+)?)?(?:(?<USD>usd|(?:u\.?s\.?\s+)?dollars)|(?<EUR>eur|euros?)|(?<GBP>gbp|(?:british\s+)?pounds)|(?<CHF>chf|swiss\s+francs)|(?<JPY>jpy|(?:japanese\s+)?yen))\b/i

/** Returns whether the words may ask for a company as a whole: "Compare Visa and Mastercard". */
export function asksForOverview(question: string): boolean {
  return question.search(OVERVIEW) >= 0
}

/** Reads the questions that reported figures can answer; empty if there are none. */
export function readQueries(
  question: string,
  { companies, today }: { readonly companies: readonly Company[]; readonly today: string },
): Query[] {
  const text = question.slice(0, LONGEST_INPUT)
  const named = findMentions(text, companies).map(({ company }) => company)
  const found: Query[] = []
  let before: Heard = {}
  for (const clause of splitQuestions(text, { companies, today })) {
    const { heard, query } = readClause(clause, { companies, named, today, before })
    before = { ...before, ...heard }
    if (query && query.companies.length > 0 && query.metrics.length > 0) found.push(query)
    if (found.length >= MOST_QUERIES) break
  }
  return found
}

type Heard = Partial<Pick<Query, 'companies' | 'metrics' | 'times'>>

interface Scene {
  readonly companies: readonly Company[]
  /** Those that the whole of the question names. */
  readonly named: readonly Company[]
  readonly today: string
  /** The topic of the previous clauses. */
  readonly before: Heard
}

function readClause(clause: Clause, scene: Scene): { heard: Heard; query?: Query } {
  const { text, whole } = clause
  const { companies, today, before } = scene
  const mentions = findMentions(text, companies)
  const own = readTimes(text, today, isAboutChange(text))
  const hasOwn = hasTimes(own.asked) || own.isAgainstPrevious || whole === text
  const times = hasOwn
    ? own
    : { ...readTimes(whole, today, isAboutChange(whole)), mentions: own.mentions }
  const others = findUnknownNames(text, { mentions, today })
  const measured = findMetrics(text, [...mentions, ...own.mentions, ...others])
  const metrics = inOrder(text, measured).slice(0, MOST_METRICS)
  const isTrend = !hasTimes(times.asked) && TREND.test(text)
  const read = readOperation(text, { metrics, isSpan: times.asked.kind !== 'each' })
  const operation = times.base && read.kind === 'value' ? ({ kind: 'change' } as const) : read
  const who = chooseCompanies(
    text,
    mentions.map(({ company }) => company),
    scene,
  )
  const heard = {
    ...(mentions.length > 0 && { companies: who }),
    ...(metrics.length > 0 && { metrics }),
    // The base of a comparison is not the topic of the next question.
    ...(hasTimes(times.asked) && !times.base && { times: times.asked }),
  }
  const plain = text.replace(OVERVIEW, words => ' '.repeat(words.length))
  const isOverview =
    metrics.length + others.length === 0 &&
    mentions.length > 0 &&
    plain !== text &&
    isBare(plain, [...mentions, ...own.mentions])
  if (!isOverview && isBeyondFigures(without(text, mentions))) return { heard }
  // "How much did it grow?", "And in 2022?" and "And Microsoft?" refer to the previous question.
  const isFollowUp =
    (operation.kind !== 'value' || hasTimes(times.asked) || mentions.length > 0) &&
    isBare(text, [...mentions, ...own.mentions])
  const whether = readWhether(text, operation)
  const query: Query = {
    clause: text,
    companies: who,
    metrics: isOverview
      ? OVERVIEW_METRICS.map(metricOf)
      : metrics.length === 0 && isFollowUp
        ? (before.metrics ?? allFor(operation))
        : metrics,
    times: isTrend ? LATEST_YEARS : chooseTimes(times, before.times),
    operation,
    ...(whether && { whether }),
    isAgainstPrevious: times.isAgainstPrevious,
    step: QUARTER_STEP.test(text) ? 'quarter' : 'year',
    isLoose: isTrend || isOverview || measured.some(({ isImplied }) => isImplied),
    ...readForm(text),
  }
  return { heard, query }
}

/** Chooses the times of the clause, or else the previous ones; a comparison needs both. */
function chooseTimes({ asked, base }: ReadTimes, before: AskedTimes | undefined): AskedTimes {
  if (asked.kind === 'range' && !asked.to) {
    const [to, ...others] = before?.kind === 'each' ? before.periods : []
    return to && others.length === 0 ? { ...asked, to } : asked
  }
  if (!base) return hasTimes(asked) ? asked : (before ?? asked)
  return { kind: 'each', periods: [base, ...comparedWith(base, before)] }
}

/** The times to compare the base with: the previous ones, or the latest of its kind. */
function comparedWith(base: AskedPeriod, before: AskedTimes | undefined): readonly AskedPeriod[] {
  if (before?.kind === 'each' && before.periods.length > 0) return before.periods
  if (before?.kind === 'range' && before.to) return [before.to]
  return [{ kind: 'latest', ...(base.kind === 'fiscal' && { part: base.part }) }]
}

function readForm(text: string): Pick<Query, 'form' | 'currency'> {
  const count = DECIMALS.exec(text)?.groups?.['count']?.toLowerCase()
  const scale = SCALE.exec(text)?.groups?.['scale']?.toLowerCase() as Scale | undefined
  const wanted = Object.entries(CURRENCY.exec(text)?.groups ?? {}).find(([, name]) => name)?.[0]
  return {
    form: {
      ...(count !== undefined && {
        decimals: /\d/.test(count) ? Number(count) : COUNTS.indexOf(count),
      }),
      ...(scale && { scale }),
    },
    ...(wanted && { currency: wanted }),
  }
}

/** Lists each metric once; for "what share of revenue was net income", the share comes first. */
function inOrder(text: string, mentions: readonly MetricMention[]): readonly Metric[] {
  const metrics = [...new Set(mentions.map(({ metric }) => metric))]
  const shareOf = findShareOf(text)
  const isBehind = shareOf >= 0 && mentions.every(({ start }) => start >= shareOf)
  return isBehind && metrics.length === 2 ? metrics.toReversed() : metrics
}

/** Returns whether a text has only words that ask, count or report. */
function isBare(text: string, mentions: readonly Span[]): boolean {
  return words(text)
    .filter(({ start, end }) => !mentions.some(one => one.start < end && start < one.end))
    .every(word => STOP_WORDS.has(word.folded) || isPlainWord(word))
}

/** A company that grew has grown its revenue; a restatement may be one of anything reported. */
function allFor({ kind }: Operation): readonly Metric[] {
  if (kind === 'change' || kind === 'annual-rate') return [metricOf('revenue')]
  return kind === 'restatement' ? METRICS.filter(({ concepts }) => concepts.length > 0) : []
}

/** Companies may be called Target, or Progressive. */
function without(clause: string, mentions: readonly Span[]): string {
  return mentions.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    clause,
  )
}

function chooseCompanies(
  clause: string,
  mentioned: readonly Company[],
  { companies, named, before }: Scene,
): readonly Company[] {
  const distinct = (all: readonly Company[]) => [...new Set(all)].slice(0, MOST_COMPANIES)
  if (mentioned.length > 0) return distinct(mentioned)
  if (companies.length === 1) return companies
  if (WHICH_COMPANY.test(clause)) return distinct(named.length > 1 ? named : companies)
  if (before.companies && before.companies.length > 0) return before.companies
  return distinct(named)
}
