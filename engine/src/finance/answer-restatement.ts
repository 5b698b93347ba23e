import type { FactBook } from './fact-book.ts'
import { type Answer, allFigures, lookUpFigures, type MetricQuestion } from './look-up-figures.ts'
import type { Operation } from './question/read-operation.ts'
import { hasTimes } from './question/read-periods.ts'
import type { Voice } from './statements/say.ts'
import { stateAgreement, stateConflicts, stateUnchanged } from './statements/state-conflicts.ts'

type RestatementQuestion = MetricQuestion & {
  readonly operation: Extract<Operation, { kind: 'restatement' }>
}

/**
 * States all values that filings give for the same figure, or that the filings agree. A single filing
 * proves neither.
 */
export function answerRestatement(
  book: FactBook,
  question: RestatementQuestion,
  { cite }: Voice,
): Answer {
  const { companies, metric, operation, periods } = question
  const answers = companies.map(company => {
    const { figures, missing } = hasTimes(periods)
      ? lookUpFigures(book, company, question)
      : { figures: allFigures(book, company, metric), missing: [] }
    const conflicts = stateConflicts(figures, cite)
    if (operation.isOpen) return { statements: conflicts, missing: [] }
    if (conflicts.length > 0) return { statements: conflicts, missing }
    const opening = operation.isWhether ? 'No: all' : 'All'
    const agreement = stateAgreement(figures, { cite, opening })
    const single = book.isWhole ? stateUnchanged(figures, cite) : undefined
    const stated = agreement ?? single
    return { statements: stated ? [stated] : [], missing }
  })
  return {
    statements: answers.flatMap(({ statements }) => statements),
    figures: [],
    missing: answers.flatMap(({ missing }) => missing),
  }
}
