import type { Intent } from './question-intent.ts'
import { latestFirst, pointAt } from './select-points.ts'
import type { Series } from './series.ts'
import type { Sheet } from './solve.ts'
import type { Table, TableCell } from './table.ts'

export interface Items {
  readonly table: Table
  readonly cells: [TableCell, TableCell]
  readonly score: number
}

interface Phrases {
  readonly first: string
  readonly second: string
}

const MOST_SPLITS = 24

/** The two items that a question sets against each other, each at the time asked for. */
export function splitItems(sheet: Sheet, intent: Intent): Items | undefined {
  let best: Items | undefined
  for (const { first, second } of phrases(intent).slice(0, MOST_SPLITS)) {
    const a = itemOf(sheet, intent, first)
    const b = itemOf(sheet, intent, second)
    if (!a || !b || a.cell === b.cell) continue
    const score = Math.min(a.score, b.score)
    if (!best || score > best.score) best = { table: a.series.table, cells: [a.cell, b.cell], score }
  }
  return best
}

function itemOf(sheet: Sheet, intent: Intent, phrase: string): { series: Series; cell: TableCell; score: number } | undefined {
  const own = intent.periods.find(period => phrase.includes(intent.question.slice(period.start, period.end)))
  const period = own ?? intent.periods[0]
  for (const match of sheet.match(phrase, intent.question).slice(0, 12)) {
    const point = period
      ? (pointAt(match.series, period) ?? (match.series.points.every(one => !one.period) ? match.series.points[0] : undefined))
      : latestFirst(match.series.points)[0]
    if (point?.cell.number) return { series: match.series, cell: point.cell, score: match.score }
  }
  return undefined
}

function phrases(intent: Intent): Phrases[] {
  const text = intent.question.replace(/[?.]\s*$/, '')
  const found: Phrases[] = []
  const at = (pattern: RegExp, order: 'ab' | 'ba' = 'ab') => {
    const match = pattern.exec(text)?.groups
    if (match?.['a'] && match['b']) found.push(order === 'ab' ? { first: match['a'], second: match['b'] } : { first: match['b'], second: match['a'] })
  }
  const every = (start: RegExp, separator: RegExp) => {
    const from = start.exec(text)
    if (!from) return
    const rest = text.slice(from.index + from[0].length)
    for (const match of rest.matchAll(separator)) {
      const [first, second] = [rest.slice(0, match.index), rest.slice(match.index + match[0].length)]
      if (first.trim() !== '' && second.trim() !== '') found.push({ first, second })
    }
  }
  switch (intent.operation) {
    case 'ratio':
      every(/\bratio (?:of|between)\s+/i, /\s(?:to|over|and|against)\s/gi)
      at(/(?<a>.+?)\s+as an? ratio (?:of|to|over)\s+(?<b>.+)/i)
      at(/(?<a>[\w&' -]+?)[ -]to[ -](?<b>[\w&' -]+?) ratio/i)
      break
    case 'share':
      at(/(?<a>.+?),?\s+as an? (?:percent(?:age)?|%|proportion|fraction|share|portion) of\s+(?<b>.+)/i)
      at(/what (?:percent(?:age)?|%|proportion|portion|share|fraction) of (?<b>.+?) (?:is|are|was|were|does|do|did|came|comes|come|made|makes|has|have|constitutes?d?|consists?|relates?d?)\b(?<a>.+)/i)
      if (found.length > 0) break
      every(/\b(?:percent(?:age)?|%|proportion|portion|share|fraction)(?:\s+(?:constitution|composition|make-?up|contribution|ratio))?\s+(?:of|that)\s+/i, /\s(?:in|out of|over|among|against|to|from|of|relative to|compared to|compared with|constituted? of|makes? up|as part of|within|for)\s/gi)
      break
    case 'average':
    case 'sum':
      every(/\b(?:sum|total|average|combined|mean)(?:\s+\w+)?\s+(?:of|for|between|in)\s+/i, /\s(?:and|plus)\s/gi)
      every(/\b(?:sum|total|average|combined|mean)\s+/i, /\s(?:and|plus)\s/gi)
      break
    case 'lookup':
      every(/\b(?:respective(?:\s+(?:values?|amounts?|numbers?)(?:\s+of)?)?|what (?:is|are|was|were|were the|is the|are the|was the))\s+/i, /\s(?:and)\s|,\s/gi)
      break
    default:
      every(/\b(?:between|of|in|from)\s+/i, /\s(?:and|to|from|over|versus|vs\.?|compared to|compared with|against)\s/gi)
  }
  return found
}
