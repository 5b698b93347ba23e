import type { Comparison } from './comparison.ts'
import { labelStems } from './label-text.ts'
import { periodCell } from './period-cell.ts'
import type { Intent } from './question-intent.ts'
import { scaleOf } from './scale-of.ts'
import { askedPoints, latestFirst, pointAt } from './select-points.ts'
import type { Point, Series } from './series.ts'
import { isNumeric, type Sheet } from './sheet.ts'
import type { Table, TableCell } from './table.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

const ITEM_TRUST = 0.7
const LEAST_ITEM_SCORE = 0.5
const TOTAL = /\btotal\b/i
const SCALE_FACTORS = { '': 1, thousand: 1e3, million: 1e6, billion: 1e9, percent: 1 } as const

/** The times at which an item was largest, smallest, above or below something. */
export function whichPeriod(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const { comparison } = intent
  const match = sheet
    .match(intent.question)
    .find(({ series }) => series.points.filter(point => point.cell.number).length > 1)
  if (!match || !comparison) return undefined
  const { series, score } = match
  const asked = intent.periods.length > 1 ? askedPoints(series, intent) : []
  const points = (asked.length > 1 ? asked : series.points).filter(point => point.cell.number)
  const chosen = choose(
    comparison,
    series.table,
    points.map(point => ({ point, series })),
  )
  const values = chosen.flatMap(({ point }) => periodCell(point, isPartOfYear(intent)) ?? [])
  if (values.length === 0) return undefined
  return quoted(values, {
    inputs: points.map(point => point.cell),
    figures: chosen.map(({ point }) => point.cell),
    confidence: score,
  })
}

/** A quarter is no answer without its name, though its year alone is one for a year. */
function isPartOfYear({ question }: Intent): boolean {
  return /\b(?:quarters?|months?|hal(?:f|ves)|dates?|days?|weeks?)\b/i.test(question)
}

/** The items that were largest, smallest, above or below something at a time. */
export function whichItem(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const { comparison } = intent
  const match = sheet.match(intent.question).find(({ series }) => isNumeric(series))
  // A table that is about the one thing asked for need not name it again.
  const model = match?.series ?? sheet.series.find(isNumeric)
  if (!model || !comparison) return undefined
  const [period] = intent.periods
  const candidates = rivals(
    sheet,
    model,
    match?.isVerbatim === true && !isColumnNamed(model, intent),
  ).flatMap(series => {
    const point = period ? pointAt(series, period) : latestFirst(series.points)[0]
    return point?.cell.number ? [{ point, series }] : []
  })
  const areColumns =
    candidates.length > 1 && candidates.every(({ series }) => series.row === model.row)
  const chosen = choose(comparison, model.table, candidates)
  const values = chosen.flatMap(
    ({ series }) => (areColumns ? series.column.cells.at(-1) : series.row.labelCell) ?? [],
  )
  if (values.length === 0) return undefined
  return quoted(values, {
    inputs: candidates.map(({ point }) => point.cell),
    figures: chosen.map(({ point }) => point.cell),
    confidence: Math.max(match?.score ?? 0, LEAST_ITEM_SCORE) * ITEM_TRUST,
  })
}

function isColumnNamed({ headerStems, label }: Series, { question }: Intent): boolean {
  const asked = new Set(labelStems(question))
  return TOTAL.test(label) || headerStems.every(stem => asked.has(stem))
}

/** What is compared with each other: the rows of a column, or the columns of the row that was named. */
function rivals(sheet: Sheet, model: Series, isRowNamed: boolean): Series[] {
  const all = sheet.series.filter(series => series.table === model.table && isNumeric(series))
  const header = model.headerStems.join(' ')
  const columns = all.filter(
    series =>
      series.row === model.row &&
      series.headerStems.length > 0 &&
      !TOTAL.test(series.column.header),
  )
  if (isRowNamed && header !== '' && columns.length > 1) return columns
  return all.filter(
    series =>
      !series.isTotal &&
      series.headerStems.join(' ') === header &&
      (model.section === '' || series.section === model.section),
  )
}

interface Candidate {
  readonly point: Point
  readonly series: Series
}

function choose(
  comparison: Comparison,
  table: Table,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (comparison.threshold !== undefined)
    return candidates.filter(({ point }) => holds(comparison, table, point.cell))
  const sign = comparison.kind === 'most' ? 1 : -1
  return candidates
    .toSorted((a, b) => (amountOf(b) - amountOf(a)) * sign)
    .slice(comparison.rank - 1, comparison.rank)
}

function amountOf({ point }: Candidate): number {
  return point.cell.number?.value ?? 0
}

/** The threshold counts in the table's scale unless both name one. */
function holds(comparison: Comparison, table: Table, { number, ...cell }: TableCell): boolean {
  if (!number || comparison.threshold === undefined) return false
  const factor = SCALE_FACTORS[scaleOf(table, { number, ...cell })]
  const areScaled = comparison.thresholdScale !== 1 && factor !== 1
  const threshold = comparison.threshold * (areScaled ? comparison.thresholdScale : 1)
  const value = number.value * (areScaled ? factor : 1)
  return comparison.kind === 'above' ? value > threshold : value < threshold
}
