import type { ReportedFigures } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import { answerQuestion } from './answer-question.ts'
import { createCiteFact } from './cite-fact.ts'
import { createFactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { readFinanceQuestion } from './read-finance-question.ts'
import { stateConflicts } from './state-conflicts.ts'
import { tabulateFigures } from './tabulate-figures.ts'

export interface ReportedEvidence {
  readonly facts: readonly CompanyFact[]
  /** Of the documents that the facts stand in. */
  readonly passages: readonly Passage[]
  readonly ledger: Ledger
  /** As YYYY-MM-DD. */
  readonly today: string
}

const MOST_STATEMENTS = 24

/**
 * What reported figures answer of a question: looked up, or calculated exactly and with the way shown.
 * Undefined when they answer nothing of it.
 */
export function answerFromFacts(
  question: string,
  { facts, passages, ledger, today }: ReportedEvidence,
): ReportedFigures | undefined {
  if (facts.length === 0) return undefined
  const book = createFactBook(facts, createCiteFact(passages))
  const asked = readFinanceQuestion(question, { companies: book.companies, today })
  const answers = asked.map(one => answerQuestion(book, one, ledger))
  const statements = distinct(answers.flatMap(answer => answer.statements)).slice(
    0,
    MOST_STATEMENTS,
  )
  if (statements.length === 0) return undefined
  const figures = distinctFigures(answers.flatMap(answer => answer.figures))
  const table = tabulateFigures(figures, ledger)
  return { statements, ...(table && { table }), conflicts: stateConflicts(figures, ledger) }
}

function distinct(statements: readonly Statement[]): Statement[] {
  return [...new Map(statements.map(one => [one.text, one])).values()]
}

function distinctFigures(figures: readonly Figure[]): Figure[] {
  const key = ({ company, metric, period, isTrailing, text }: Figure) =>
    [company.cik, metric.name, period.end, period.part, isTrailing, text].join(' ')
  return [...new Map(figures.map(one => [key(one), one])).values()]
}
