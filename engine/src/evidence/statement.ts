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
  /** Names of groups that the template knows and no quote has. */
  readonly named?: readonly string[]
  /** The language of a template, if it is not that of the quotes: then only figures can be compared. */
  readonly language?: string
  /** Headings that fit it, from the widest to the closest. */
  readonly about?: readonly string[]
}

export interface ComparisonTable {
  /** Headers of the compared columns; the first column is the attribute. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (Statement | undefined)[]
  }[]
}

/** A statement that a model wrote. Nobody vouches for it until it is verified. */
export interface WrittenStatement extends Statement {
  readonly author: 'model'
  /** Sentences that code put together and calculated, which it says that it rests on too. */
  readonly facts: readonly Statement[]
}

export function isWritten(statement: Statement): statement is WrittenStatement {
  return 'author' in statement && statement.author === 'model'
}
