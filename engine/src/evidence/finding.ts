import type { FactAnswer } from '../facts/answer.ts'
import type { Passage } from '../library/passage.ts'
import type { Part } from '../plan/plan-research.ts'
import type { TableAnswer } from '../tables/table.ts'
import type { TextRow } from '../tables/text-rows.ts'
import type { Span } from '../text/span.ts'
import type { Evidence } from './ledger.ts'
import type { ComparisonTable, Statement } from './statement.ts'

/** The result for one part of the question. */
export interface Finding {
  readonly part: Part
  /** Sentences that answer it, best first; empty if none does. */
  readonly sentences: readonly FoundSentence[]
  /** Further sentences from the same places. */
  readonly related: readonly FoundSentence[]
  /** A figure looked up in a table or calculated from its cells. */
  readonly tableAnswer?: TableAnswer
  /** The answer of a query over facts, which becomes `figures` once there is a ledger. */
  readonly answer?: FactAnswer
  /** Figures that companies reported, and calculations from them. */
  readonly figures?: ReportedFigures
  /** The requested years, if the findings are from other years. */
  readonly missedYears?: readonly number[]
  /** Whether it was left out because the budget was used up. */
  readonly isSkipped?: boolean
}

export interface ReportedFigures {
  /** The answer, each figure with its unit, period and filing date. */
  readonly statements: readonly Statement[]
  /** A list that the statements introduce, for answers without a table. */
  readonly items?: readonly Statement[]
  /** All figures side by side, when there are several. */
  readonly table?: ComparisonTable
  /** Names the content. */
  readonly heading?: string
  /** Sections behind the figures: earlier years, definitions, peers, checks. */
  readonly background?: readonly Background[]
  /** Statements about filings that give different values. */
  readonly conflicts: readonly Statement[]
  /** The clauses of the question that the statements answer, word for word. */
  readonly answered: readonly string[]
  /** Clauses that ask for reasons, of which the statements say what moved: prose may say more. */
  readonly explained?: readonly string[]
  /** The companies and metrics of the figures that are given, as "0000320193 revenue". */
  readonly given?: readonly string[]
  /** Figures that no filing gives, such as "Larkspur: gross margin in fiscal year 2023". */
  readonly missing: readonly string[]
  /** The figures by themselves; of a ranking, one for each company that it lists. */
  readonly values?: readonly HeldValue[]
  readonly isRanking?: boolean
  /** The same in the language of the caller, if that has words for all of it. */
  readonly said?: SaidFigures
}

/** A single value of the collections, or one that was calculated from several. */
export interface HeldValue {
  readonly subject: string
  /** The kind of its subject, unless that is a company. */
  readonly kind?: string
  /** Its name, such as "net income". */
  readonly label: string
  readonly number?: number
  readonly unit?: string
  /** Of a company, its fiscal year. */
  readonly year?: number
  readonly start?: string
  readonly end?: string
  readonly evidence: readonly Evidence[]
}

export type SaidFigures = Pick<ReportedFigures, 'statements' | 'table' | 'missing'>

export interface Background {
  readonly heading: string
  readonly statements: readonly Statement[]
  /** Whether the statements are one paragraph and not a list. */
  readonly isProse?: boolean
  readonly table?: ComparisonTable
  /** Whether the table joins those of the other parts of the question. */
  readonly isJoint?: boolean
  /** About the report itself; claims nothing about the world. */
  readonly notes?: readonly string[]
}

/** A sentence or a field that answers a question. */
export interface FoundSentence {
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly span: Span
  /** The exact text of the span. */
  readonly text: string
  /** How well it answers; higher is better. */
  readonly score: number
  /** The phrase of it that answers, relative to the passage's text. */
  readonly phrase?: Span
  /** Label of a field line. The rest of the line is the value. */
  readonly label?: string
  /** The part of the value that was asked for, if that is not all of it. */
  readonly value?: Span
  /** A row of a table. */
  readonly row?: TextRow
}
