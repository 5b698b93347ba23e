import { BALANCE_SHEET } from './balance-sheet.ts'
import { CASH_FLOWS } from './cash-flows.ts'
import { FORMULAS, PRICED } from './formulas.ts'
import { INCOME_STATEMENT } from './income-statement.ts'

/** Something that companies report, or that is calculated from what they report. */
export interface Metric {
  readonly id: string
  /** In a sentence, without capitals: the verifier takes these for names. */
  readonly name: string
  readonly isPlural?: boolean
  /**
   * A flow belongs to a stretch of time and its parts add up; a rate does too, but its parts do not
   * (earnings per share, average shares); a balance holds at a moment.
   */
  readonly kind: 'flow' | 'rate' | 'balance'
  /** How questions call it, as a regular expression; a space stands for any space or hyphen. */
  readonly asked: string
  /** The taxonomies' names, best first. */
  readonly concepts: readonly string[]
  /** How it is calculated where no concept is reported, the better way first. */
  readonly formulas?: readonly Formula[]
  /** By id, what comes nearest to it for a company that never gives it; told under its own name. */
  readonly instead?: string
}

/** Two metrics, by id, and what is done to them. */
export interface Formula {
  readonly of: readonly [string, '+' | '−' | '÷', string]
  /** What a quotient is written as. */
  readonly as: 'amount' | 'percent' | 'times'
}

/** A margin, a ratio and the like, and what would be one if there were prices. */
export function isQuotient({ concepts, formulas = [] }: Metric): boolean {
  return concepts.length === 0 && formulas.every(({ as }) => as !== 'amount')
}

export const METRICS: readonly Metric[] = [
  ...INCOME_STATEMENT,
  ...BALANCE_SHEET,
  ...CASH_FLOWS,
  ...FORMULAS,
  ...PRICED,
]

const byId = new Map(METRICS.map(metric => [metric.id, metric]))

export function metricOf(id: string): Metric {
  const metric = byId.get(id)
  if (!metric) throw new Error(`there is no metric ${id}`)
  return metric
}
