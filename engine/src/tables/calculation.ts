import type { Calculated } from './calculate.ts'
import type { Intent } from './question-intent.ts'
import { scaleOf, unitOf } from './scale-of.ts'
import type { Series } from './series.ts'
import type { Scale, Table, TableCell } from './table.ts'
import type { TableAnswer } from './table-answer.ts'

const TRUST = 0.9
const DECIMALS = 2
const OUTGOING =
  /\b(?:expenses?|costs?|allowances?|depreciation|amorti[sz]ation|charges|payments?|paid|taxes)\b/i

/** The answer that a calculation over cells of a table gives. */
export function calculation(
  intent: Intent,
  from: {
    readonly table: Table
    readonly cells: readonly TableCell[]
    readonly score: number
    readonly clarity?: number
  },
  calculated: Calculated,
): TableAnswer {
  const [first] = from.cells
  const scale = resultScale(intent, from.table, first)
  const isAmount =
    scale !== 'percent' && intent.operation !== 'ratio' && intent.operation !== 'share'
  const unit = first && isAmount ? unitOf(from.table, first) : undefined
  return {
    kind: 'calculation',
    values: [],
    number: calculated.number,
    scale,
    ...(unit && { unit }),
    decimals: DECIMALS,
    calculated: intent.operation,
    operation: calculated.operation,
    inputs: from.cells,
    clarity: from.clarity ?? 1,
    confidence: from.score * TRUST,
  }
}

function resultScale(intent: Intent, table: Table, first: TableCell | undefined): Scale {
  switch (intent.operation) {
    case 'percent-change':
      return 'percent'
    case 'ratio':
    case 'share':
      return asksPercent(intent) ? 'percent' : ''
    default:
      return first ? scaleOf(table, first) : ''
  }
}

export function asksPercent({ question }: Intent): boolean {
  return /percent|per cent|%/i.test(question)
}

/** Costs written in parentheses are amounts taken off: how much they are is asked without the sign. */
export function magnitudes(series: Series, cells: readonly TableCell[]): readonly TableCell[] {
  if (
    !OUTGOING.test(`${series.section} ${series.label}`) ||
    cells.some(cell => (cell.number?.value ?? 0) > 0)
  )
    return cells
  return cells.map(cell => {
    if (!cell.number) return cell
    const digits = cell.number.digits.replace(/^-/, '')
    return { ...cell, number: { ...cell.number, value: Math.abs(cell.number.value), digits } }
  })
}
