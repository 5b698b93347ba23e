import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { answerChange } from './answer-change.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { combine, findFigure } from './find-figure.ts'
import { lookUpFigures, type MetricQuestion, type Row, slotsOf } from './look-up-figures.ts'
import type { FinanceQuestion } from './read-finance-question.ts'
import { stateChange } from './state-change.ts'
import { stateComparison } from './state-comparison.ts'
import { stateFigure, stateSeries } from './state-figures.ts'
import { stateExtreme, stateTotal } from './state-total.ts'

export interface Answer {
  readonly statements: readonly Statement[]
  /** What the statements rest on, to be shown side by side. */
  readonly figures: readonly Figure[]
}

/** More figures than these are left to the table. */
const MOST_LISTED = 6

/** Looks up what one question asks for, and says it. */
export function answerQuestion(book: FactBook, question: FinanceQuestion, ledger: Ledger): Answer {
  const answers =
    question.operation.kind === 'ratio'
      ? [answerRatio(book, question, ledger)]
      : question.metrics.map(metric => answerMetric(book, { ...question, metric }, ledger))
  return {
    statements: answers.flatMap(answer => answer.statements),
    figures: answers.flatMap(answer => answer.figures),
  }
}

function answerMetric(book: FactBook, question: MetricQuestion, ledger: Ledger): Answer {
  const { companies, operation } = question
  const isChange = operation.kind === 'change' || operation.kind === 'annual-rate'
  if (isChange || question.isAgainstPrevious) return answerChange(book, question, ledger)
  const rows = companies.map(company => lookUpFigures(book, company, question))
  const known = rows.map(row => row.figures).filter(figures => figures.length > 0)
  const figures = known.flat()
  const direction = operation.kind === 'extreme' ? operation.direction : 'highest'
  const statements =
    operation.kind === 'sum' || operation.kind === 'average'
      ? stateTogether(rows, { ...question, kind: operation.kind, ledger })
      : operation.kind === 'extreme' && known.some(row => row.length > 1)
        ? known.flatMap(row => stateExtreme(row, { ledger, direction }) ?? [])
        : stateRows(known, { ledger, direction })
  return { statements, figures }
}

/** Two metrics of the question's own choice, one as a share or a multiple of the other. */
function answerRatio(book: FactBook, question: FinanceQuestion, ledger: Ledger): Answer {
  const { metrics, operation, companies, decimals } = question
  const [over, under] = metrics
  if (!over || !under || operation.kind !== 'ratio') return { statements: [], figures: [] }
  const { as } = operation
  const name =
    as === 'percent'
      ? `${over.name} as a share of ${under.name}`
      : `ratio of ${over.name} to ${under.name}`
  const kind = over.kind === 'balance' && under.kind === 'balance' ? 'balance' : 'rate'
  const rows = companies.map(company =>
    slotsOf(book, company, { ...question, metric: over }).flatMap(slot => {
      const one = findFigure(book, { company, metric: over, slot })
      const other = findFigure(book, { company, metric: under, slot })
      if (!one || !other) return []
      return combine([one, '÷', other], { as, metric: { name, kind }, decimals }) ?? []
    }),
  )
  const known = rows.filter(row => row.length > 0)
  return { statements: stateRows(known, { ledger, direction: 'highest' }), figures: rows.flat() }
}

type Figures = readonly Figure[]

/** Companies with one figure each are compared; several figures of one company are told in order. */
function stateRows(
  rows: readonly Figures[],
  { ledger, direction }: { readonly ledger: Ledger; readonly direction: 'highest' | 'lowest' },
): Statement[] {
  const compared =
    rows.length > 1 && rows.every(row => row.length === 1)
      ? stateComparison(rows.flat(), { ledger, direction })
      : undefined
  return compared ? [compared] : rows.flatMap(row => stateRow(row, ledger))
}

/** One figure by itself, two as a change, some in a list, many as a change with the table beside it. */
function stateRow([first, ...others]: Figures, ledger: Ledger): Statement[] {
  const last = others.at(-1)
  if (!first) return []
  if (!last) return [stateFigure(first, ledger)]
  const change = stateChange(first, last, { ledger })
  const isListed = others.length > 1 && others.length < MOST_LISTED
  return isListed ? [stateSeries([first, ...others], ledger), change] : [change]
}

/** Over the times of each company, or over the companies where each has one. */
function stateTogether(
  rows: readonly Row[],
  {
    metric,
    kind,
    ledger,
  }: Pick<MetricQuestion, 'metric'> & {
    readonly kind: 'sum' | 'average'
    readonly ledger: Ledger
  },
): Statement[] {
  const isOverTime = rows.some(({ figures }) => figures.length > 1)
  // Balances of several times, and rates, add up to nothing that means anything.
  const canAdd =
    kind === 'average' || metric.kind === 'flow' || (metric.kind === 'balance' && !isOverTime)
  const groups = isOverTime
    ? rows
    : [
        {
          figures: rows.flatMap(({ figures }) => figures),
          isComplete: rows.every(({ figures, isComplete }) => isComplete && figures.length > 0),
        },
      ]
  return groups.flatMap(({ figures, isComplete }) => {
    const total = canAdd && isComplete ? stateTotal(figures, { ledger, kind }) : undefined
    if (total) return [total]
    return isOverTime ? stateRow(figures, ledger) : figures.map(one => stateFigure(one, ledger))
  })
}
