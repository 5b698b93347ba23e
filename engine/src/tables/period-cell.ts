import type { Point } from './series.ts'
import type { CitedValue } from './table.ts'

const WRITTEN_YEAR = /(?:19|20)\d{2}|\b(?:FY|F)\s?\d{2}\b|[12] \d \d \d/i

/** Where the time of a point is written: in the header, the row's label or its section; the year alone if it has one, unless all of it is wanted. */
export function periodCell(point: Point, isWhole = false): CitedValue | undefined {
  const inHeader = point.column.cells.findLast(cell => WRITTEN_YEAR.test(cell.text))
  const inSection = point.row.sections.findLast(section => WRITTEN_YEAR.test(section.text))
  const holder = inHeader ?? (point.row.period ? point.row.labelCell : inSection?.cell)
  // A header that another passage holds cannot be quoted from this one.
  if (!holder || holder.end === 0) return undefined
  const text = holder.passage.text.slice(holder.start, holder.end)
  const year = WRITTEN_YEAR.exec(text)
  if (!year || isWhole) return holder
  const start = holder.start + year.index
  return { passage: holder.passage, text: year[0], start, end: start + year[0].length }
}
