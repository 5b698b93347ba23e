import type { Statement } from '../evidence/statement.ts'
import { answerChange } from './answer-change.ts'
import { answerRestatement } from './answer-restatement.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { combine, findFigure } from './find-figure.ts'
import {
  type Answer,
  lookUpFigures,
  type MetricQuestion,
  type Row,
  slotsOf,
} from './look-up-figures.ts'
import type { FinanceQuestion } from './question/read-finance-question.ts'
import type { Direction } from './question/read-operation.ts'
import { findJumps } from './share-counts.ts'
import { nameMissing, nameUnconverted } from './statements/name-missing.ts'
import type { Voice } from './statements/say.ts'
import { stateChange, stateStep } from './statements/state-change.ts'
import { stateComparison } from './statements/state-comparison.ts'
import { stateFigure, stateSeries } from './statements/state-figures.ts'
import { stateExtreme, stateTotal } from './statements/state-total.ts'

/** Further figures are shown only in the table. */
const MOST_LISTED = 6

/** Looks up the figures that one question asks for, and states them. */
export function answerQuestion(book: FactBook, question: FinanceQuestion, voice: Voice): Answer {
  const answers = answersTo(book, question, voice)
  const statements = answers.flatMap(answer => answer.statements)
  const figures = answers.flatMap(answer => answer.figures)
  const isEnough = question.isLoose && statements.length > 0
  const missing = isEnough ? [] : answers.flatMap(answer => answer.missing)
  return {
    statements,
    figures,
    missing: [...missing, ...nameUnconverted(figures, question.currency)],
  }
}

function answersTo(book: FactBook, question: FinanceQuestion, voice: Voice): readonly Answer[] {
  const { operation, metrics } = question
  if (operation.kind === 'ratio') return [answerRatio(book, question, voice)]
  return metrics.map(metric =>
    operation.kind === 'restatement'
      ? answerRestatement(book, { ...question, metric, operation }, voice)
      : answerMetric(book, { ...question, metric }, voice),
  )
}

function answerMetric(book: FactBook, question: MetricQuestion, voice: Voice): Answer {
  const { companies, operation, periods } = question
  const isChange = operation.kind === 'change' || operation.kind === 'annual-rate'
  if (isChange || question.isAgainstPrevious) {
    const answer = answerChange(book, question, voice)
    // A comparison with the year before needs the value as well as the change.
    if (answer.statements.length > 0 || operation.kind !== 'value') return answer
  }
  const rows = companies.map(company => lookUpFigures(book, company, question))
  const known = rows.map(row => row.figures).filter(figures => figures.length > 0)
  const direction = operation.kind === 'extreme' ? operation.direction : 'highest'
  // Of two times that are named, "higher" asks how one differs from the other.
  const isPair = periods.kind === 'each' && periods.periods.length === 2
  const isExtreme = operation.kind === 'extreme' && known.some(row => row.length > 1) && !isPair
  const statements =
    operation.kind === 'sum' || operation.kind === 'average'
      ? stateTogether(rows, { ...question, kind: operation.kind, voice })
      : isExtreme
        ? known.flatMap(row => stateExtreme(row, { voice, direction }) ?? [])
        : stateRows(known, { voice, direction })
  return { statements, figures: known.flat(), missing: rows.flatMap(row => row.missing) }
}

/** Two metrics of the question's own choice, one as a share or a multiple of the other. */
function answerRatio(book: FactBook, question: FinanceQuestion, voice: Voice): Answer {
  const { metrics, operation, companies, decimals } = question
  const [over, under] = metrics
  if (!over || !under || operation.kind !== 'ratio')
    return { statements: [], figures: [], missing: [] }
  const { as } = operation
  const name =
    as === 'percent'
      ? `${over.name} as a share of ${under.name}`
      : `ratio of ${over.name} to ${under.name}`
  const kind = over.kind === 'balance' && under.kind === 'balance' ? 'balance' : 'rate'
  const metric = { name, kind } as const
  const rows = companies.map(company => {
    const slots = slotsOf(book, company, { ...question, metric: over })
    const found = slots.map(slot => {
      const one = findFigure(book, { company, metric: over, slot })
      const other = findFigure(book, { company, metric: under, slot })
      return one && other && combine([one, '÷', other], { as, metric, decimals })
    })
    const absent = slots.filter((_, at) => found[at] === undefined)
    const isOpen = absent.length > 0 || slots.length === 0
    return {
      figures: found.filter(figure => figure !== undefined),
      missing: isOpen ? [nameMissing({ company, metric }, absent)] : [],
    }
  })
  const known = rows.map(({ figures }) => figures).filter(figures => figures.length > 0)
  return {
    statements: stateRows(known, { voice, direction: 'highest' }),
    figures: known.flat(),
    missing: rows.flatMap(row => row.missing),
  }
}

type Figures = readonly Figure[]

/** Compares companies with one figure each; lists several figures of one company in order. */
function stateRows(
  rows: readonly Figures[],
  { voice, direction }: { readonly voice: Voice; readonly direction: Direction },
): Statement[] {
  const isOneMetric = new Set(rows.flat().map(({ metric }) => metric.name)).size === 1
  const compared =
    rows.length > 1 && isOneMetric && rows.every(row => row.length === 1)
      ? stateComparison(rows.flat(), { voice, direction })
      : undefined
  return compared ? [compared] : rows.flatMap(row => stateRow(row, voice))
}

/** States one figure alone, two as a change, a few as a list, and many as a change with a table. */
function stateRow([first, ...others]: Figures, voice: Voice): Statement[] {
  const last = others.at(-1)
  if (!first) return []
  if (!last) return [stateFigure(first, voice)]
  if (others.length === 1 || others.length >= MOST_LISTED) return stateStep(first, last, { voice })
  const listed = stateSeries([first, ...others], voice)
  if (findJumps([first, ...others])) return [listed]
  return [listed, stateChange(first, last, { voice, isBrief: true })]
}

/** Aggregates over each company's times, or over companies if each has one figure. */
function stateTogether(
  rows: readonly Row[],
  {
    metric,
    kind,
    voice,
  }: Pick<MetricQuestion, 'metric'> & {
    readonly kind: 'sum' | 'average'
    readonly voice: Voice
  },
): Statement[] {
  const isOverTime = rows.some(({ figures }) => figures.length > 1)
  // Sums of rates, or of balances at several times, mean nothing.
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
    const total = canAdd && isComplete ? stateTotal(figures, { voice, kind }) : undefined
    if (total) return [total]
    return isOverTime ? stateRow(figures, voice) : figures.map(one => stateFigure(one, voice))
  })
}
