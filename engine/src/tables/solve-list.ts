import { words } from '../text/words.ts'
import { periodCell } from './period-cell.ts'
import type { Intent } from './question-intent.ts'
import type { Sheet } from './sheet.ts'
import type { CitedValue } from './table.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

const PERIODS_TRUST = 0.9
const UNNAMED_SECTION = 0.2

/** The times that the table is about. */
export function listPeriods(sheet: Sheet): TableAnswer | undefined {
  const dated = sheet.series.find(series => series.points.some(point => periodCell(point)))
  const cells = new Map<string, CitedValue>()
  for (const series of sheet.series) {
    if (series.table !== dated?.table) continue
    for (const point of series.points) {
      const cell = periodCell(point)
      if (cell && !cells.has(cell.text)) cells.set(cell.text, cell)
    }
  }
  return cells.size === 0 ? undefined : quoted([...cells.values()], { confidence: PERIODS_TRUST })
}

/** The rows of the section that a question names, without its totals; of the whole table when it names none. */
export function listItems(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const asked = new Set(words(intent.question).map(word => word.stem))
  const sections = new Map<string, Map<number, CitedValue>>()
  for (const { section, sectionStems, labelStems, row, isTotal } of sheet.series) {
    const rows = sections.get(section) ?? new Map<number, CitedValue>()
    sections.set(section, rows)
    const isSubtotal = sectionStems.size > 0 && sectionStems.isSubsetOf(new Set(labelStems))
    if (row.labelCell && !isTotal && !isSubtotal) rows.set(row.index, row.labelCell)
  }
  let best: { score: number; rows: readonly CitedValue[] } | undefined
  for (const [section, rows] of sections) {
    const named = words(section).map(word => word.stem)
    const score =
      named.length === 0
        ? UNNAMED_SECTION
        : named.filter(stem => asked.has(stem)).length / named.length
    if (!best || score > best.score) best = { score, rows: [...rows.values()] }
  }
  if (!best || best.rows.length === 0) return undefined
  return quoted(best.rows, { confidence: 0.35 + best.score * 0.35 })
}
