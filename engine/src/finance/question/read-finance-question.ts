import type { Company } from '../../search/company-fact.ts'
import type { Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import { type CompanyMention, findMentions } from '../edgar/find-companies.ts'
import { METRICS, type Metric, metricOf } from '../metrics.ts'
import { choosePeriods, readTimes } from './choose-periods.ts'
import { findMetrics, type MetricMention } from './find-metrics.ts'
import { isPlainWord } from './plain-words.ts'
import { readForm, type WantedForm } from './read-form.ts'
import { findShareOf, isBeyondFigures, type Operation, readOperation } from './read-operation.ts'
import { type AskedPeriods, hasTimes } from './read-periods.ts'
import { type Clause, splitQuestions } from './split-questions.ts'

/** One question about reported figures. */
export interface FinanceQuestion extends WantedForm {
  /** The clause that asks it, word for word. */
  readonly clause: string
  readonly companies: readonly Company[]
  readonly metrics: readonly Metric[]
  readonly periods: AskedPeriods
  readonly operation: Operation
  /** Whether each time is compared with the one before it. */
  readonly isAgainstPrevious: boolean
  /** The distance between the compared times. */
  readonly step: 'year' | 'quarter'
  /** Whether metrics or times are only implied, so that absent figures are not reported as missing. */
  readonly isLoose: boolean
}

const MOST_COMPANIES = 6
const MOST_METRICS = 8
const MOST_QUESTIONS = 12
const LONGEST_INPUT = 8_000
const WHICH_COMPANY =
  /\bwhich\s+(?:of\s+(?:these|the|those)\s+)?(?:\w+\s+)?(?:compan(?:y|ies)|firms?|business(?:es)?|one|had|has|have|is|was|reported|earned|made|spent|generated|grew)\b|\bwhat\s+company\b|\bwho\b|\bcompare\s+(?:the\s+)?compan/i
const QUARTER_STEP =
  /\bquarter[\s-](?:over|on)[\s-]quarter\b|\bq[o/]q\b|\b(?:previous|prior|preceding)\s+quarter\b/i
/** Words for a trend, which need no time. */
const TREND =
  /\b(?:trends?|history|historical(?:ly)?|over time|over the years|track record|evol\w+)\b/i
const LATEST_YEARS: AskedPeriods = { kind: 'last', count: 5, part: 'year' }

/** Reads the questions that reported figures can answer; empty if there are none. */
export function readFinanceQuestion(
  question: string,
  { companies, today }: { readonly companies: readonly Company[]; readonly today: string },
): FinanceQuestion[] {
  const text = question.slice(0, LONGEST_INPUT)
  const named = findMentions(text, companies).map(({ company }) => company)
  const clauses = splitQuestions(text, { companies, today })
  const found: FinanceQuestion[] = []
  let before: Heard = {}
  for (const clause of clauses) {
    const read = readClause(clause, { companies, named, today, before })
    before = { ...before, ...read.heard }
    const { question: one } = read
    if (one && one.companies.length > 0 && one.metrics.length > 0) found.push(one)
    if (found.length >= MOST_QUESTIONS) break
  }
  return found
}

type Heard = Partial<Pick<FinanceQuestion, 'companies' | 'metrics' | 'periods'>>

interface Scene {
  readonly companies: readonly Company[]
  /** Those that the whole of the question names. */
  readonly named: readonly Company[]
  readonly today: string
  /** The topic of the previous clauses. */
  readonly before: Heard
}

function readClause(
  clause: Clause,
  { companies, named, today, before }: Scene,
): { heard: Heard; question?: FinanceQuestion } {
  const { text } = clause
  const mentions = findMentions(text, companies)
  const times = readTimes(clause, today)
  const own = findMetrics(text, [...mentions, ...times.mentions])
  const metrics = inOrder(text, own).slice(0, MOST_METRICS)
  const isTrend = !hasTimes(times.asked) && TREND.test(text)
  const read = readOperation(text, { metrics, isSpan: times.asked.kind !== 'each' })
  const operation = times.base && read.kind === 'value' ? ({ kind: 'change' } as const) : read
  const who = chooseCompanies(text, mentions, { companies, named, before })
  const heard = {
    ...(mentions.length > 0 && { companies: who }),
    ...(metrics.length > 0 && { metrics }),
    // The base of a comparison is not the topic of the next question.
    ...(hasTimes(times.asked) && !times.base && { periods: times.asked }),
  }
  if (isBeyondFigures(without(text, mentions))) return { heard }
  // "How much did it grow?", "And in 2022?" and "And Microsoft?" refer to the previous question.
  const isFollowUp =
    (operation.kind !== 'value' || hasTimes(times.asked) || mentions.length > 0) &&
    isBare(text, [...mentions, ...times.mentions])
  const question: FinanceQuestion = {
    clause: text,
    companies: who,
    metrics: metrics.length > 0 ? metrics : isFollowUp ? (before.metrics ?? allFor(operation)) : [],
    periods: isTrend ? LATEST_YEARS : choosePeriods(times, before.periods),
    operation,
    isAgainstPrevious: times.isAgainstPrevious,
    step: QUARTER_STEP.test(text) ? 'quarter' : 'year',
    isLoose: isTrend || own.some(({ isImplied }) => isImplied),
    ...readForm(text),
  }
  return { heard, question }
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
  mentions: readonly CompanyMention[],
  { companies, named, before }: Pick<Scene, 'companies' | 'named' | 'before'>,
): readonly Company[] {
  const own = [...new Set(mentions.map(({ company }) => company))]
  if (own.length > 0) return own.slice(0, MOST_COMPANIES)
  if (companies.length === 1) return companies
  if (WHICH_COMPANY.test(clause))
    return [...new Set(named.length > 1 ? named : companies)].slice(0, MOST_COMPANIES)
  if (before.companies && before.companies.length > 0) return before.companies
  return [...new Set(named)].slice(0, MOST_COMPANIES)
}
