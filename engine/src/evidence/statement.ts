import type { Evidence } from './ledger.ts'

/** A sentence of the report with what it rests on. */
export interface Statement {
  /** Plain text without markers. */
  readonly text: string
  readonly evidence: readonly Evidence[]
  /** Whether it is a quote as it stands; others are put together from quotes by a template. */
  readonly isVerbatim: boolean
  /** Numbers that were calculated from the quotes and stand in none of them. */
  readonly computed?: readonly number[]
}

export interface ComparisonTable {
  /** What the rows are compared by; the first column is the attribute. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (Statement | undefined)[]
  }[]
}
