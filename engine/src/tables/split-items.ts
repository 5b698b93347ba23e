import { magnitudes } from './calculation.ts'
import { itemPhrases } from './item-phrases.ts'
import { labelStems, timelessLabel } from './label-text.ts'
import type { Match } from './match-rows.ts'
import type { Intent } from './question-intent.ts'
import { scaleOf } from './scale-of.ts'
import { latestFirst, pointAt } from './select-points.ts'
import type { Series } from './series.ts'
import type { Sheet } from './sheet.ts'
import type { Table, TableCell } from './table.ts'

export interface Items {
  readonly table: Table
  readonly cells: readonly [TableCell, TableCell, ...TableCell[]]
  /** How well the item that fits worst fits. */
  readonly score: number
}

interface Item {
  readonly series: Series
  readonly cell: TableCell
  readonly score: number
}

const SAME_COLUMN = 0.15
const MOST_CANDIDATES = 12

/** The items that a question sets against each other or puts together, each at the time asked for. */
export function splitItems(sheet: Sheet, intent: Intent): Items | undefined {
  let best: Items | undefined
  for (const phrases of itemPhrases(intent)) {
    const items: Item[] = []
    for (const phrase of phrases) {
      const item = itemOf(sheet, intent, phrase, items.at(-1))
      if (
        !item ||
        items.some(
          ({ cell }) => cell.start === item.cell.start && cell.passage === item.cell.passage,
        )
      )
        break
      items.push(item)
    }
    const [first, second, ...others] = items
    if (!first || !second || items.length < phrases.length || !isAlike(items)) continue
    const score = Math.min(...items.map(item => item.score))
    if (best && score <= best.score) continue
    const cells = [first.cell, second.cell, ...others.map(item => item.cell)] as const
    best = { table: first.series.table, cells, score }
  }
  return best
}

/** Percentages and amounts are not set against each other. */
function isAlike(items: readonly Item[]): boolean {
  return (
    new Set(items.map(({ series, cell }) => scaleOf(series.table, cell) === 'percent')).size === 1
  )
}

/** What share costs have of something is asked without their sign. */
function partCell(intent: Intent, series: Series, cell: TableCell): TableCell {
  const isPart = intent.operation === 'share' || intent.operation === 'ratio'
  return (isPart ? magnitudes(series, [cell])[0] : undefined) ?? cell
}

/** An item that names no column is looked for in the column of the one before it. */
function besideFirst(
  matches: readonly Match[],
  before: Item | undefined,
  phrase: string,
): readonly Match[] {
  if (!before || before.series.headerStems.length === 0) return matches
  const header = before.series.headerStems.join(' ')
  const named = new Set(labelStems(phrase))
  const worth = ({ series, score }: Match) => {
    const isOwn = series.headerStems.some(stem => named.has(stem) && stem !== 'total')
    return score + (!isOwn && series.headerStems.join(' ') === header ? SAME_COLUMN : 0)
  }
  return matches.toSorted((a, b) => worth(b) - worth(a))
}

function itemOf(
  sheet: Sheet,
  intent: Intent,
  phrase: string,
  before: Item | undefined,
): Item | undefined {
  const own = intent.periods.find(period =>
    phrase.includes(intent.question.slice(period.start, period.end)),
  )
  const period = own ?? intent.periods[0]
  // In a ratio, a phrase that is but a time speaks of the item before it.
  const isTimeOnly = intent.operation === 'ratio' && own && before && timelessLabel(phrase) === ''
  const matches = isTimeOnly
    ? [before]
    : besideFirst(sheet.match(phrase, intent.question).slice(0, MOST_CANDIDATES), before, phrase)
  for (const { series, score } of matches) {
    const isTimeless = series.points.every(point => point.period === undefined)
    const point = period && !isTimeless ? pointAt(series, period) : latestFirst(series.points)[0]
    if (point?.cell.number) return { series, cell: partCell(intent, series, point.cell), score }
  }
  return undefined
}
