import { average, sum } from './calculate.ts'
import { calculation, magnitudes } from './calculation.ts'
import { labelStems } from './label-text.ts'
import type { Intent } from './question-intent.ts'
import { between, latestFirst, ofSameYear, pointAt, twoPoints } from './select-points.ts'
import type { Point } from './series.ts'
import { bestSeries, type Found, numericOnly, type Sheet } from './sheet.ts'
import { splitItems } from './split-items.ts'
import type { TableCell } from './table.ts'
import type { TableAnswer } from './table-answer.ts'

const ITEMS_PREFERRED = 0.9

/** The sum or the average of one item over several times, or of several items at one. */
export function solveAggregate(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const found = bestSeries(numericOnly(sheet), intent)
  const calculate = intent.operation === 'average' ? average : sum
  if (intent.periods.length < 2) {
    const items = splitItems(sheet, intent)
    if (items && items.score > (found?.match.score ?? 0) * ITEMS_PREFERRED) {
      const calculated = calculate(items.cells)
      if (calculated) return calculation(intent, items, calculated)
    }
  }
  if (!found) return undefined
  const { clarity } = found
  const { series, score } = found.match
  const column = wholeColumn(sheet, found, intent)
  if (column.length > 1) {
    const calculated = calculate(column)
    if (calculated)
      return calculation(intent, { table: series.table, cells: column, score, clarity }, calculated)
  }
  const points = aggregated(found, intent)
  const cells = magnitudes(
    series,
    points.map(point => point.cell).filter(cell => cell.number !== undefined),
  )
  if (cells.length < 2) return undefined
  const calculated = calculate(cells)
  return (
    calculated && calculation(intent, { table: series.table, cells, score, clarity }, calculated)
  )
}

/** Where a question names a column and no row of it, all of its rows are meant but the totals. */
function wholeColumn(
  sheet: Sheet,
  { match: { series } }: Found,
  { question, periods }: Intent,
): TableCell[] {
  const asked = new Set(labelStems(question))
  const isNamed = series.headerStems.length > 0 && series.headerStems.every(stem => asked.has(stem))
  if (!isNamed || series.labelStems.some(stem => asked.has(stem))) return []
  const header = series.headerStems.join(' ')
  const [period] = periods
  return sheet.series
    .filter(
      one => one.table === series.table && !one.isTotal && one.headerStems.join(' ') === header,
    )
    .flatMap(one => (period && pointAt(one, period)) ?? latestFirst(one.points)[0] ?? [])
    .map(point => point.cell)
    .filter(cell => cell.number !== undefined)
}

function aggregated({ match: { series }, points }: Found, intent: Intent): readonly Point[] {
  if (intent.isRange) return between(series, points)
  if (intent.periods.length > 1) return points
  // "The total of something" names a row; a sum over times is asked for in so many words.
  const isSum = intent.operation === 'sum'
  if (
    isSum &&
    !/\bsum\b|\baltogether\b|\bcombined\b|\ball \w+ (?:years|quarters|months|periods)\b/i.test(
      intent.question,
    )
  )
    return []
  if (intent.periods.length === 0) return latestFirst(series.points)
  const parts = ofSameYear(series, points)
  if (parts.length > 1) return parts
  // The average of a year is taken between its beginning and its end.
  return isSum ? points : (twoPoints(series, points) ?? points)
}
