import { words } from '../text/words.ts'
import { hasNumbers, type Sheet } from './find-items.ts'
import { labelStems } from './label-text.ts'
import { latestFirst, pointAt, pointsAt } from './points.ts'
import type { Comparison, TableQuestion } from './read-question.ts'
import type { Point, Series } from './series.ts'
import type { CitedValue, TableCell } from './table.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

const ITEM_TRUST = 0.7
const LEAST_ITEM_SCORE = 0.5
const PERIODS_TRUST = 0.9
const UNNAMED_SECTION = 0.2
const FACTORS = { '': 1, thousand: 1e3, million: 1e6, billion: 1e9, percent: 1 } as const
const WRITTEN_YEAR = /(?:19|20)\d{2}|\b(?:FY|F)\s?\d{2}\b|[12] \d \d \d/i

interface Candidate {
  readonly point: Point
  readonly series: Series
}

/** The times at which an item was largest, smallest, above or below something. */
export function whichPeriod(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { text, comparison, periods } = question
  const match = sheet
    .match(text)
    .find(({ series }) => series.points.filter(({ cell }) => cell.number).length > 1)
  if (!match || !comparison) return undefined
  const { series, score } = match
  const asked = periods.length > 1 ? pointsAt(series, periods) : []
  const points = (asked.length > 1 ? asked : series.points).filter(({ cell }) => cell.number)
  const chosen = choose(
    comparison,
    points.map(point => ({ point, series })),
  )
  // A quarter is no answer without its name, but a year alone is one.
  const isPart = /\b(?:quarters?|months?|hal(?:f|ves)|dates?|days?|weeks?)\b/i.test(text)
  const values = chosen.flatMap(({ point }) => periodCell(point, isPart) ?? [])
  return comparisonOf(
    values,
    points.map(({ cell }) => cell),
    chosen,
    score,
  )
}

/** The items that were largest, smallest, above or below something at a time. */
export function whichItem(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { text, comparison, periods } = question
  const match = sheet.match(text).find(({ series }) => hasNumbers(series))
  // A table that is about nothing else need not name it again.
  const model = match?.series ?? sheet.series.find(hasNumbers)
  if (!model || !comparison) return undefined
  const [period] = periods
  const isRowNamed = match?.isVerbatim === true && !isColumnNamed(model, text)
  const candidates = rivals(sheet, model, isRowNamed).flatMap(series => {
    const point = period ? pointAt(series, period) : latestFirst(series.points)[0]
    return point?.cell.number ? [{ point, series }] : []
  })
  const areColumns =
    candidates.length > 1 && candidates.every(({ series }) => series.row === model.row)
  const chosen = choose(comparison, candidates)
  const values = chosen.flatMap(
    ({ series }) => (areColumns ? series.column.cells.at(-1) : series.row.labelCell) ?? [],
  )
  const score = Math.max(match?.score ?? 0, LEAST_ITEM_SCORE) * ITEM_TRUST
  return comparisonOf(
    values,
    candidates.map(({ point }) => point.cell),
    chosen,
    score,
  )
}

function comparisonOf(
  values: readonly CitedValue[],
  inputs: readonly TableCell[],
  chosen: readonly Candidate[],
  confidence: number,
): TableAnswer | undefined {
  if (values.length === 0) return undefined
  return quoted(values, { inputs, figures: chosen.map(({ point }) => point.cell), confidence })
}

function isColumnNamed({ headerStems, isTotal }: Series, text: string): boolean {
  const asked = new Set(labelStems(text))
  return isTotal || headerStems.every(stem => asked.has(stem))
}

/** The rows of a column, or the columns of the row that was named. */
function rivals({ series: all }: Sheet, model: Series, isRowNamed: boolean): Series[] {
  const own = all.filter(series => series.table === model.table && hasNumbers(series))
  const header = model.headerStems.join(' ')
  const columns = own.filter(
    ({ row, headerStems, column }) =>
      row === model.row && headerStems.length > 0 && !/\btotal\b/i.test(column.header),
  )
  if (isRowNamed && header !== '' && columns.length > 1) return columns
  return own.filter(
    ({ isTotal, headerStems, section }) =>
      !isTotal &&
      headerStems.join(' ') === header &&
      (model.section === '' || section === model.section),
  )
}

function choose(comparison: Comparison, candidates: readonly Candidate[]): readonly Candidate[] {
  const { kind, rank, threshold } = comparison
  if (threshold !== undefined)
    return candidates.filter(({ point }) => holds(comparison, threshold, point.cell))
  const sign = kind === 'most' ? 1 : -1
  return candidates.toSorted((a, b) => (amountOf(b) - amountOf(a)) * sign).slice(rank - 1, rank)
}

function amountOf({ point }: Candidate): number {
  return point.cell.number?.value ?? 0
}

/** A threshold is in the table's scale unless both name one. */
function holds(
  { kind, thresholdScale }: Comparison,
  threshold: number,
  { number, scale }: TableCell,
) {
  const areScaled = thresholdScale !== 1 && FACTORS[scale] !== 1
  const value = (number?.value ?? 0) * (areScaled ? FACTORS[scale] : 1)
  const limit = threshold * (areScaled ? thresholdScale : 1)
  return kind === 'above' ? value > limit : value < limit
}

/** The times that the first table with times is about. */
export function listPeriods({ series: all }: Sheet): TableAnswer | undefined {
  const dated = all.find(({ points }) => points.some(point => periodCell(point)))
  const points = all.filter(({ table }) => table === dated?.table).flatMap(one => one.points)
  const cells = new Map<string, CitedValue>()
  for (const cell of points.flatMap(point => periodCell(point) ?? []))
    if (!cells.has(cell.text)) cells.set(cell.text, cell)
  return cells.size > 0 ? quoted([...cells.values()], { confidence: PERIODS_TRUST }) : undefined
}

/** The cell that says when a point was; its year alone unless the whole is wanted. */
function periodCell({ cell, row }: Point, isWhole = false): CitedValue | undefined {
  const inHeader = cell.column.cells.findLast(({ text }) => WRITTEN_YEAR.test(text))
  const inSection = row.sections.findLast(({ text }) => WRITTEN_YEAR.test(text))
  const holder = inHeader ?? (row.period ? row.labelCell : inSection)
  // A header that the passage does not contain cannot be quoted.
  if (!holder || holder.end === 0) return undefined
  const { passage } = holder
  const year = WRITTEN_YEAR.exec(passage.text.slice(holder.start, holder.end))
  if (!year || isWhole) return holder
  const start = holder.start + year.index
  return { passage, text: year[0], start, end: start + year[0].length }
}

/** The rows of the section that a question names, without totals; all rows if it names none. */
export function listItems(
  { series: all }: Sheet,
  { text }: TableQuestion,
): TableAnswer | undefined {
  const asked = new Set(words(text).map(({ stem }) => stem))
  let best: { score: number; rows: readonly CitedValue[] } | undefined
  for (const [section, own] of Map.groupBy(all, ({ section }) => section)) {
    const named = new Set(words(section).map(({ stem }) => stem))
    const items = own.filter(
      ({ isTotal, labelStems }) =>
        !isTotal && !(named.size > 0 && named.isSubsetOf(new Set(labelStems))),
    )
    const rows = [...new Set(items.map(({ row }) => row))].flatMap(
      ({ labelCell }) => labelCell ?? [],
    )
    const score = named.size === 0 ? UNNAMED_SECTION : named.intersection(asked).size / named.size
    if (!best || score > best.score) best = { score, rows }
  }
  if (!best || best.rows.length === 0) return undefined
  return quoted(best.rows, { confidence: 0.35 + best.score * 0.35 })
}
