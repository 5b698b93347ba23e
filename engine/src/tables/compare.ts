import { words } from '../text/words.ts'
import { choose } from './calculate.ts'
import { matchSeries } from './find-series.ts'
import type { TableQuestion } from './read-question.ts'
import { type Point, pointsAt, type Series } from './series.ts'
import { type CitedValue, quoted, type TableAnswer } from './table.ts'

const PERIODS_TRUST = 0.9
const UNNAMED_SECTION = 0.2
const WRITTEN_YEAR = /(?:19|20)\d{2}|\b(?:FY|F)\s?\d{2}\b/i

/** The times at which an item was largest, smallest, above or below something. */
export function whichPeriod(
  all: readonly Series[],
  { text, periods, comparison }: TableQuestion,
): TableAnswer | undefined {
  const match = matchSeries(all, text).find(({ series }) => numeric(series.points).length > 1)
  if (!match || !comparison) return undefined
  const { series, score: confidence } = match
  const asked = periods.length > 1 ? pointsAt(series, periods) : []
  // A quarter needs its full name; a year alone is an answer.
  const isPart = /\b(?:quarters?|months?|hal(?:f|ves)|dates?|days?|weeks?)\b/i.test(text)
  const rated = numeric(asked.length > 1 ? asked : series.points).map(point => {
    const { cell } = point
    return {
      cell,
      name: periodCell(point, isPart),
      value: cell.number?.value ?? 0,
      scale: cell.scale,
    }
  })
  const chosen = choose(comparison, rated)
  const values = chosen.flatMap(({ name }) => name ?? [])
  const inputs = rated.map(({ cell }) => cell)
  const figures = chosen.map(({ cell }) => cell)
  return values.length > 0 ? quoted(values, { inputs, figures, confidence }) : undefined
}

/** The times that the first table with times is about. */
export function listPeriods(all: readonly Series[]): TableAnswer | undefined {
  const dated = all.find(({ points }) => points.some(point => periodCell(point)))
  const points = all.filter(({ table }) => table === dated?.table).flatMap(one => one.points)
  const cells = new Map(
    points.flatMap(point => periodCell(point) ?? []).map(cell => [cell.text, cell]),
  )
  return cells.size > 0 ? quoted([...cells.values()], { confidence: PERIODS_TRUST }) : undefined
}

/** Returns the cell that dates a point; only its year unless the whole is wanted. */
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
  all: readonly Series[],
  { text }: TableQuestion,
): TableAnswer | undefined {
  const asked = new Set(words(text).map(({ stem }) => stem))
  let best: { score: number; rows: readonly CitedValue[] } | undefined
  for (const [section, own] of Map.groupBy(all, ({ section }) => section)) {
    const named = new Set(words(section).map(({ stem }) => stem))
    const items = own.filter(({ isTotal }) => !isTotal)
    const rows = new Set(items.map(({ row }) => row.labelCell).filter(cell => cell !== undefined))
    const score = named.size === 0 ? UNNAMED_SECTION : named.intersection(asked).size / named.size
    if (!best || score > best.score) best = { score, rows: [...rows] }
  }
  if (!best || best.rows.length === 0) return undefined
  return quoted(best.rows, { confidence: 0.35 + best.score * 0.35 })
}

function numeric(points: readonly Point[]): Point[] {
  return points.filter(({ cell }) => cell.number)
}
