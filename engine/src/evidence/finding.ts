import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { FactAnswer } from '../facts/answer.ts'
import type { Part } from '../plan/part.ts'
import type { TableAnswer } from '../tables/table.ts'
import type { ComparisonTable, Statement } from './statement.ts'

/** What was found out about one part of the question. */
export interface Finding {
  readonly part: Part
  /** What answers it, best first; empty when nothing does. */
  readonly sentences: readonly FoundSentence[]
  /** What else the same places say about it. */
  readonly related: readonly FoundSentence[]
  /** A figure looked up in a table or calculated from its cells. */
  readonly tableAnswer?: TableAnswer
  /** The answer of a query over facts, which becomes `figures` once there is a ledger. */
  readonly answer?: FactAnswer
  /** What companies reported, and what was calculated from it. */
  readonly figures?: ReportedFigures
  /** Years that were asked for, where what was found is of other ones. */
  readonly missedYears?: readonly number[]
  /** It was not looked for: the effort did not reach that far. */
  readonly isSkipped?: boolean
}

export interface ReportedFigures {
  /** The answer, each figure with its unit, its period and when it was filed. */
  readonly statements: readonly Statement[]
  /** Further statements about the same, for reports with room. */
  readonly details?: readonly Statement[]
  /** All figures side by side, when there are several. */
  readonly table?: ComparisonTable
  /** What lies behind the figures: earlier years, definitions, peers. */
  readonly background?: readonly Background[]
  /** Where filings give different values for the same thing. */
  readonly conflicts: readonly Statement[]
  /** The clauses of the question that the statements answer, as they stand in it. */
  readonly answered: readonly string[]
  /** What was asked for and no filing gives, such as "Larkspur: gross margin in fiscal year 2023". */
  readonly missing: readonly string[]
}

export interface Background {
  readonly heading: string
  readonly statements: readonly Statement[]
  readonly table?: ComparisonTable
}
