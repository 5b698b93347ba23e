import { type Calculated, difference, distance, percentChange } from './calculate.ts'
import { calculation, magnitudes } from './calculation.ts'
import type { Intent } from './question-intent.ts'
import { scaleOf } from './scale-of.ts'
import { askedPoints, twoPoints } from './select-points.ts'
import type { Series } from './series.ts'
import { bestSeries, isNumeric, numericOnly, quotedScale, type Sheet } from './sheet.ts'
import { splitItems } from './split-items.ts'
import type { TableCell } from './table.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

const STATES_CHANGE = /chang|increas|growth|varianc/i
const STATED_TRUST = 0.8
const NEAR = 0.6
/** Two items must fit nearly as well as one item at two times. */
const ITEMS_PREFERRED = 0.9

/** A percentage that the table itself gives for the change. */
export function statedChange(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const matches = sheet.match(intent.question).filter(({ series }) => isNumeric(series))
  const [best] = matches
  const stated = matches.find(
    ({ series, score }) =>
      best !== undefined &&
      score >= best.score * NEAR &&
      series.row.label === best.series.row.label &&
      isStatedPercent(series),
  )
  if (!stated) return undefined
  const { series, score } = stated
  const point = askedPoints(series, intent)[0] ?? series.points[0]
  return (
    point &&
    quoted([point.cell], {
      scale: quotedScale(series.table, point.cell),
      decimals: point.cell.number?.decimals ?? 0,
      confidence: score * STATED_TRUST,
    })
  )
}

function isStatedPercent(series: Series): boolean {
  const [first] = series.points
  if (!first || !STATES_CHANGE.test(`${series.column.header} ${series.label}`)) return false
  return first.cell.number?.isPercent === true || scaleOf(series.table, first.cell) === 'percent'
}

/** How much one item changed from one time to another, or how far two items are apart. */
export function solveChange(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const found = bestSeries(numericOnly(sheet), intent)
  const calculate =
    intent.operation === 'percent-change'
      ? percentChange
      : isUndirected(intent)
        ? apart
        : difference
  const items = splitItems(sheet, intent)
  if (items && items.score > (found?.match.score ?? 0) * ITEMS_PREFERRED) {
    const calculated = calculate(items.cells[0], items.cells[1])
    if (calculated) return calculation(intent, items, calculated)
  }
  const points = found && twoPoints(found.match.series, found.points)
  if (!points) return undefined
  const { clarity } = found
  const { series, score } = found.match
  const cells = magnitudes(
    series,
    points.map(point => point.cell),
  )
  const [later, earlier] = cells
  const calculated = later && earlier && calculate(later, earlier)
  return (
    calculated && calculation(intent, { table: series.table, cells, score, clarity }, calculated)
  )
}

/** Neither a change over time nor from one thing to another. */
function isUndirected({ question }: Intent): boolean {
  if (/\bhow much (?:did|has|have)\b.*\b(?:decrease|decline|drop|fall)/i.test(question)) return true
  const isDirected =
    /\bnet difference|\bchange|\bincrease|\bdecrease|\bfrom\b.*\bto\b|\bcompared\b/i
  return /\bdifference\b/i.test(question) && !isDirected.test(question)
}

/** Gains and losses keep their signs. */
function apart(a: TableCell, b: TableCell): Calculated {
  const areAmounts = (a.number?.value ?? 0) >= 0 && (b.number?.value ?? 0) >= 0
  return areAmounts ? distance(a, b) : difference(a, b)
}
