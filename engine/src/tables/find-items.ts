import type { Match, Matcher } from './match-series.ts'
import type { Period } from './periods.ts'
import { latestFirst, pointAt, pointsAt } from './points.ts'
import type { TableQuestion } from './read-question.ts'
import type { Point, Series } from './series.ts'
import type { TableCell } from './table.ts'

/** The tables of a document, ready to be asked. */
export interface Sheet {
  readonly series: readonly Series[]
  readonly match: Matcher
}

export interface Found {
  readonly match: Match
  readonly points: readonly Point[]
  /** Lower if another series fits nearly as well. */
  readonly clarity: number
}

/** How often the best series was right, by how near the score of the next one came. */
const CLARITY: readonly (readonly [number, number])[] = [
  [0.99, 0.6],
  [0.8, 0.82],
  [0.7, 0.97],
  [0, 1],
]
/** A series that has the times asked for may fit worse by this much than one that does not. */
const GOOD_ENOUGH = 0.6
const TIMES_MISSING = 0.5
const MOST_SPLITS = 24
const MOST_ITEMS = 8
const MOST_CANDIDATES = 12

/** Finds the series that a question names, with its points at the times asked for, or the latest first. */
export function findSeries(
  { match }: Sheet,
  { text, periods }: TableQuestion,
  { isNumeric = false } = {},
): Found | undefined {
  const matches = match(text).filter(({ series }) => !isNumeric || hasNumbers(series))
  const [first] = matches
  if (!first) return undefined
  const timely = matches
    .filter(({ score }) => score >= first.score * GOOD_ENOUGH)
    .map(own => ({
      match: own,
      points: periods.length === 0 ? latestFirst(own.series.points) : pointsAt(own.series, periods),
    }))
    .filter(({ points }) => points.length > 0)
  const [best] = timely
  if (best) {
    // A statement may repeat a figure of another.
    const next = timely.find(({ points }) => figuresOf(points) !== figuresOf(best.points))
    const nearness = (next?.match.score ?? 0) / best.match.score
    return { ...best, clarity: CLARITY.find(([least]) => nearness >= least)?.[1] ?? 1 }
  }
  return {
    match: { ...first, score: first.score * TIMES_MISSING },
    points: latestFirst(first.series.points),
    clarity: 1,
  }
}

function figuresOf(points: readonly Point[]): string {
  return points.map(({ cell }) => cell.number?.digits).join(' ')
}

export function hasNumbers({ points }: Series): boolean {
  return points.some(({ cell }) => cell.number)
}

export interface Items {
  readonly cells: readonly [TableCell, TableCell, ...TableCell[]]
  /** How well the worst of them fits. */
  readonly score: number
}

/** Finds the items that a question sets against each other or puts together, each at its time. */
export function findItems(sheet: Sheet, question: TableQuestion): Items | undefined {
  let best: Items | undefined
  for (const phrases of splits(question)) {
    const items = phrases.map(phrase => itemOf(sheet, question, phrase))
    const cells = new Set(items.flatMap(item => item?.cell ?? []))
    const [first, second, ...others] = cells
    if (!first || !second || cells.size < phrases.length) continue
    // Percentages and amounts are not set against each other.
    if (new Set([...cells].map(({ scale }) => scale === 'percent')).size > 1) continue
    const score = Math.min(...items.map(item => item?.score ?? 0))
    if (!best || score > best.score) best = { cells: [first, second, ...others], score }
  }
  return best
}

function itemOf(sheet: Sheet, { text, periods }: TableQuestion, phrase: string) {
  const own = periods.find(({ start, end }) => phrase.includes(text.slice(start, end)))
  const period: Period | undefined = own ?? periods[0]
  for (const { series, score } of sheet.match(phrase, text).slice(0, MOST_CANDIDATES)) {
    const isTimeless = series.points.every(point => point.period === undefined)
    const point = period && !isTimeless ? pointAt(series, period) : latestFirst(series.points)[0]
    if (point?.cell.number) return { cell: point.cell, score }
  }
  return undefined
}

const PART = '(?:percent(?:age)?|%|proportion|portion|share|fraction)'
const AS_PART = new RegExp(`,? as an? ${PART} of `, 'i')
/** "What percentage of the whole is the part" names the whole first. */
const OF_WHOLE = new RegExp(
  `what ${PART} of (?<whole>.+?) (?:is|are|was|were|does|do|did|came|comes?|made|makes|has|have|constitutes?d?|consists?)\\b(?<part>.+)`,
  'i',
)
const WITHIN =
  / (?:in|out of|over|among|against|to|from|of|relative to|compared (?:to|with)|within|for) /gi
const AGAINST = / (?:and|to|from|over|versus|vs\.?|compared (?:to|with)|against) /gi
const LISTED = /, (?:and )?| (?:and|plus) /gi

/** The ways to read a question as naming several items, since their names may contain "and" too. */
export function splits({ text, operation }: TableQuestion): string[][] {
  switch (operation) {
    case 'share': {
      const asPart = text.split(AS_PART)
      if (asPart.length === 2) return [asPart]
      const { part, whole } = OF_WHOLE.exec(text)?.groups ?? {}
      return part && whole ? [[part, whole]] : inTwo(after(text, PART), WITHIN)
    }
    case 'ratio':
      return inTwo(after(text, 'ratio'), AGAINST)
    case 'sum':
    case 'average':
    case 'lookup': {
      const all = text.split(LISTED)
      const isMany = all.length > 2 && all.length <= MOST_ITEMS
      return [...inTwo(text, LISTED), ...(isMany ? [all] : [])]
    }
    default:
      return inTwo(text, AGAINST)
  }
}

function inTwo(text: string, separator: RegExp): string[][] {
  return Array.from(text.matchAll(separator), ({ 0: found, index }) => [
    text.slice(0, index),
    text.slice(index + found.length),
  ]).slice(0, MOST_SPLITS)
}

function after(text: string, start: string): string {
  return text
    .split(new RegExp(`\\b${start}\\b(?: (?:of|between))?`, 'i'))
    .slice(1)
    .join(' ')
}
