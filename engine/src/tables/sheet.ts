import type { Match, Matcher } from './match-rows.ts'
import type { Intent } from './question-intent.ts'
import { scaleOf } from './scale-of.ts'
import { askedPoints, latestFirst } from './select-points.ts'
import type { Point, Series } from './series.ts'
import type { Scale, Table, TableCell } from './table.ts'

/** The tables of a document, ready to be asked. */
export interface Sheet {
  readonly series: readonly Series[]
  readonly match: Matcher
}

export interface Found {
  readonly match: Match
  readonly points: readonly Point[]
  /** How far to trust that nothing else was meant. */
  readonly clarity: number
}

/** How often the best was right, by how near to it the next one came that has the times asked for. */
const CLARITY: readonly (readonly [number, number])[] = [
  [0.99, 0.6],
  [0.8, 0.82],
  [0.7, 0.97],
  [0.5, 1],
  [0, 1.04],
]

/** How much worse a series may fit and still be taken because it has the times asked for. */
const GOOD_ENOUGH = 0.6
const TIMES_MISSING = 0.5

/** The best series that has all the times asked for; without a time, from its latest point. */
export function bestSeries(sheet: Sheet, intent: Intent): Found | undefined {
  const matches = sheet.match(intent.question, intent.question)
  const [first] = matches
  if (!first) return undefined
  for (const match of matches) {
    if (match.score < first.score * GOOD_ENOUGH) break
    if (intent.periods.length === 0)
      return {
        match,
        points: latestFirst(match.series.points),
        clarity: clarityOf(match, matches, intent),
      }
    const points = askedPoints(match.series, intent)
    if (points.length > 0) return { match, points, clarity: clarityOf(match, matches, intent) }
    const row = wholeRow(sheet, match.series)
    const others = askedPoints(row, intent)
    if (others.length > 1) return { match: { ...match, series: row }, points: others, clarity: 1 }
  }
  const match = { ...first, score: first.score * TIMES_MISSING }
  return { match, points: latestFirst(first.series.points), clarity: 1 }
}

function clarityOf(match: Match, matches: readonly Match[], intent: Intent): number {
  const next = matches.find(
    other =>
      other !== match &&
      (intent.periods.length === 0 || askedPoints(other.series, intent).length > 0),
  )
  const nearness = (next?.score ?? 0) / match.score
  return CLARITY.find(([least]) => nearness >= least)?.[1] ?? 1
}

/** All times of a row, where its columns say more than their time, such as whether it was planned or reached. */
function wholeRow(sheet: Sheet, series: Series): Series {
  const points = sheet.series
    .filter(other => other.table === series.table && other.row === series.row)
    .flatMap(other => other.points)
    .filter(point => point.period !== undefined)
  return { ...series, points }
}

export function isNumeric(series: Series): boolean {
  return series.points.some(point => point.cell.number !== undefined)
}

/** The same sheet without what cannot be calculated with. */
export function numericOnly(sheet: Sheet): Sheet {
  return {
    ...sheet,
    match: (phrase, context) =>
      sheet.match(phrase, context).filter(({ series }) => isNumeric(series)),
  }
}

/** What a quoted cell counts in; a percent sign in the cell says it already. */
export function quotedScale(table: Table, cell: TableCell): Scale {
  if (cell.number === undefined || cell.text.includes('%')) return ''
  return scaleOf(table, cell)
}
