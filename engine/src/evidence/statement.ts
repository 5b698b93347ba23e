import type { Evidence } from './ledger.ts'

/** A sentence of the report with its evidence. */
export interface Statement {
  /** Plain text without markers. */
  readonly text: string
  readonly evidence: readonly Evidence[]
  /** Whether it is an exact quote; a template builds the others from quotes. */
  readonly isVerbatim: boolean
  /** Numbers that were calculated from the quotes and are in none of them. */
  readonly computed?: readonly number[]
}

export interface ComparisonTable {
  /** Headers of the compared columns; the first column is the attribute. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (Statement | undefined)[]
  }[]
}
