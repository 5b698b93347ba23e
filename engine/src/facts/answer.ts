import type { Fact } from './fact.ts'

/** An answer from facts, before its facts are entered into a ledger. */
export interface FactAnswer {
  readonly statements: readonly FactStatement[]
  /** Further statements about the same subjects, for reports with room. */
  readonly details: readonly FactStatement[]
  readonly table?: FactTable
  /** Set if the question asks for subjects: the first of a ranking, or all that match. */
  readonly list?: FactList
  /** Values that were asked for but are in no collection, such as "Chile: population in 1900". */
  readonly missing: readonly string[]
}

export interface FactStatement {
  readonly text: string
  readonly facts: readonly Fact[]
  /** Numbers that were calculated from the facts and are in none of them. */
  readonly computed?: readonly number[]
}

export interface FactTable {
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (FactStatement | undefined)[]
  }[]
}

export interface FactList {
  /** One for each subject. */
  readonly facts: readonly Fact[]
  /** Whether they are in the order of a figure. */
  readonly isRanked: boolean
  /** Whether one subject was asked for. */
  readonly isForOne: boolean
}
