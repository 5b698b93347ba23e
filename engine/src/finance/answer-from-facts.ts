import type { ReportedFigures } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import { answerQuestion } from './answer-question.ts'
import { createCiteFact } from './cite-fact.ts'
import { type CompanyMention, findCompanies, shortName } from './company-names.ts'
import { createFactBook } from './fact-book.ts'
import { readFinanceQuestion } from './read-finance-question.ts'
import { stateConflicts } from './state-conflicts.ts'
import { distinctFigures, tabulateFigures } from './tabulate-figures.ts'
import { createVoice, withoutDates } from './voice.ts'

export interface ReportedEvidence {
  readonly facts: readonly CompanyFact[]
  /** Of the documents that the facts stand in. */
  readonly passages: readonly Passage[]
  readonly ledger: Ledger
  /** As YYYY-MM-DD. */
  readonly today: string
}

const MOST_STATEMENTS = 24
const MOST_MISSING = 24

/**
 * What reported figures answer of a question: looked up, or calculated exactly and with the way shown.
 * Undefined when it asks nothing of them.
 */
export function answerFromFacts(
  question: string,
  { facts, passages, ledger, today }: ReportedEvidence,
): ReportedFigures | undefined {
  if (facts.length === 0) return undefined
  const book = createFactBook(facts, createCiteFact(passages))
  const asked = readFinanceQuestion(question, { companies: book.companies, today })
  const voice = createVoice(ledger)
  const answers = asked.map(one => ({ ...answerQuestion(book, one, voice), clause: one.clause }))
  const statements = distinct(answers.flatMap(answer => answer.statements))
  const missing = [...new Set(answers.flatMap(answer => answer.missing))].slice(0, MOST_MISSING)
  const unsure = findCompanies(question, book.companies).filter(({ isUnsure }) => isUnsure)
  if (statements.length === 0 && missing.length === 0) return undefined
  const figures = distinctFigures(answers.flatMap(answer => answer.figures))
  const table = tabulateFigures(figures, ledger)
  const said = new Set(statements.map(({ text }) => text))
  return {
    statements: statements.slice(0, MOST_STATEMENTS),
    ...(table && { table }),
    // Whoever asks for them has them in the answer.
    conflicts: stateConflicts(figures, ledger).filter(({ text }) => !said.has(text)),
    answered: answers.filter(answer => answer.statements.length > 0).map(({ clause }) => clause),
    missing: [...missing, ...new Set(unsure.map(one => nameTaken(question, one)))],
  }
}

/** Whoever is taken for another must be told. */
function nameTaken(question: string, { company, start, end }: CompanyMention): string {
  return `A company called ${question.slice(start, end).replace(/['’]s?$/, '')} (taken for ${shortName(company)})`
}

/** What is asked twice is said once, with the dates that the first telling has. */
function distinct(statements: readonly Statement[]): Statement[] {
  const told = Map.groupBy(statements, ({ text }) => withoutDates(text))
  return [...told.values()].flatMap(same => same.slice(0, 1))
}
