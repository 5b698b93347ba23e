import { columnNumbers } from './column-numbers.ts'
import { timeIn } from './time-in.ts'

/** The role of a column: it names, dates or measures its records. */
export type ColumnKind = 'name' | 'time' | 'measure'

const TIME_HEADER =
  /^(?:(?:fiscal|financial|calendar)\s+)?(?:year|date|day|period|quarter|month|fy)s?\b/i
/** Numbers that measure nothing. */
const IDENTIFIER =
  /^(?:id|no|nr|#|code|zip|postcode|zip code|post code|phone|rank|isbn|sku|key|index|position)\.?$|\bid$/i
const NOTHING = /^(?:n\/?a|none|null|unknown|\?|-|–|—|\.)?$/i
const LEAST_NUMBERS = 0.7

export function columnKind(header: string, values: readonly string[], index: number): ColumnKind {
  const said = values.filter(isSaid)
  if (said.length === 0) return 'name'
  const mayBeTime = index === 0 || TIME_HEADER.test(header)
  if (mayBeTime && said.every(value => timeIn(value) !== undefined)) return 'time'
  if (isIdentifier(header)) return 'name'
  const read = columnNumbers(said)
  const numbers = said.filter(value => read(value) !== undefined).length
  return numbers >= said.length * LEAST_NUMBERS ? 'measure' : 'name'
}

export function isIdentifier(header: string): boolean {
  return IDENTIFIER.test(header.trim())
}

/** Cells that say nothing. */
export function isSaid(value: string): boolean {
  return !NOTHING.test(value)
}
