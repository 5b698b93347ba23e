import type { Company } from '../search/company-fact.ts'
import type { Span } from '../text/span.ts'
import { type CompanyMention, findCompanies } from './company-names.ts'
import { findMetrics } from './find-metrics.ts'
import type { Metric } from './metrics.ts'
import { isBeyondFigures, type Operation, readOperation } from './read-operation.ts'
import { type AskedPeriods, hasTimes, readPeriods } from './read-periods.ts'
import { splitQuestions } from './split-questions.ts'

/** One thing that is asked of reported figures. */
export interface FinanceQuestion {
  readonly companies: readonly Company[]
  readonly metrics: readonly Metric[]
  readonly periods: AskedPeriods
  readonly operation: Operation
  /** A time is to be held against the one before it, or each of several against its own. */
  readonly isAgainstPrevious: boolean
  /** The steps that such a comparison goes by. */
  readonly step: 'year' | 'quarter'
  readonly decimals?: number
}

const MOST_COMPANIES = 6
const MOST_METRICS = 8
const MOST_QUESTIONS = 12
const LONGEST_INPUT = 8_000
const PRONOUN = /\b(?:it|its|that|they|their|this|those|these|the same)\b/i
const WHICH_COMPANY =
  /\bwhich\s+(?:of\s+(?:these|the|those)\s+)?(?:\w+\s+)?(?:compan(?:y|ies)|firms?|business(?:es)?|one|had|has|have|is|was|reported|earned|made|spent|generated|grew)\b|\bwhat\s+company\b|\bwho\b|\bcompare\s+(?:the\s+)?compan/i
const QUARTER_STEP =
  /\bquarter[\s-](?:over|on)[\s-]quarter\b|\bq[o/]q\b|\b(?:previous|prior|preceding)\s+quarter\b/i
const DECIMALS = /\b(?<count>one|two|three|four|[0-4])\s+decimals?(?:\s+places?)?\b/i
const COUNTS = ['zero', 'one', 'two', 'three', 'four']

/** What of a question can be answered by reported figures; empty when nothing can. */
export function readFinanceQuestion(
  question: string,
  { companies, today }: { readonly companies: readonly Company[]; readonly today: string },
): FinanceQuestion[] {
  const text = question.slice(0, LONGEST_INPUT)
  const named = findCompanies(text, companies).map(({ company }) => company)
  const clauses = splitQuestions(text, { companies, today })
  const found: FinanceQuestion[] = []
  let before: Heard = {}
  for (const clause of clauses) {
    const read = readClause(clause, { companies, named, today, before })
    before = { ...before, ...read.heard }
    if (read.question && found.length < MOST_QUESTIONS) found.push(read.question)
  }
  return found
}

type Heard = Partial<Pick<FinanceQuestion, 'companies' | 'metrics' | 'periods'>>

interface Scene {
  readonly companies: readonly Company[]
  /** Those that the whole of the question names. */
  readonly named: readonly Company[]
  readonly today: string
  /** What the clauses before were about. */
  readonly before: Heard
}

function readClause(
  clause: string,
  { companies, named, today, before }: Scene,
): { heard: Heard; question?: FinanceQuestion } {
  const mentions = findCompanies(clause, companies)
  const times = readPeriods(clause, today)
  const own = findMetrics(clause, [...mentions, ...times.mentions])
  const metrics = [...new Set(own.map(({ metric }) => metric))].slice(0, MOST_METRICS)
  const operation = readOperation(clause, {
    metrics: metrics.length,
    isSpan: times.asked.kind !== 'each',
  })
  const who = chooseCompanies(clause, mentions, { companies, named, before })
  const heard = {
    ...(mentions.length > 0 && { companies: who }),
    ...(metrics.length > 0 && { metrics }),
    ...(hasTimes(times.asked) && { periods: times.asked }),
  }
  if (isBeyondFigures(without(clause, mentions))) return { heard }
  // "How much did it grow?" asks of what was spoken of before.
  const isFollowUp = operation.kind !== 'value' && PRONOUN.test(clause)
  const asked = metrics.length > 0 ? metrics : isFollowUp ? (before.metrics ?? []) : []
  if (asked.length === 0 || who.length === 0) return { heard }
  const decimals = DECIMALS.exec(clause)?.groups?.['count']?.toLowerCase()
  const question: FinanceQuestion = {
    companies: who,
    metrics: asked,
    periods: hasTimes(times.asked) ? times.asked : (before.periods ?? times.asked),
    operation,
    isAgainstPrevious: times.isAgainstPrevious,
    step: QUARTER_STEP.test(clause) ? 'quarter' : 'year',
    ...(decimals !== undefined && {
      decimals: /\d/.test(decimals) ? Number(decimals) : COUNTS.indexOf(decimals),
    }),
  }
  return { heard, question }
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
