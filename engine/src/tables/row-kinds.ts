import { words } from '../text/words.ts'
import { cellNumber } from './cell-number.ts'
import { withoutPeriods } from './periods.ts'
import type { CitedValue } from './table.ts'

export type RowKind = 'header' | 'section' | 'data' | 'blank'

export const MOST_HEADER_ROWS = 8
const FOOTNOTE = /\s*(?:\(\s?[a-z\d]{1,2}\s?\)|\[\d{1,2}\]|\*+)\s*$/i
/** What a table counts in, written where a header or a section could stand. */
export const UNIT = /\b(?:thousands|millions|billions)\b|['’‘]000/i
const UNIT_WORDS =
  /[$€£¥]|\b(?:in|us|usd|rmb|eur|gbp|thousands?|millions?|billions?|m|mn|bn|k|note|years?|ended|as|of|at|the|for|fiscal|months?|weeks?|change|restated|unaudited|audited)\b|['’‘]?000s?|%/gi
/** Rows at the top that hold words alone are headers; further down they are items. */
const TOP_ROWS = 3
const YEAR = /^(?:fy\s?)?(?:19|20)\d{2}$/i

/** What each row of a table is: of its header, the label of a section, or of its data. */
export function kindsOf(rows: readonly (readonly CitedValue[])[]): RowKind[] {
  const kinds = rows.map(kindOf)
  if (kinds.includes('data')) return kinds
  // A table of words or of years: its first row is the header.
  return rows.map((_, index) => (index === 0 ? 'header' : 'data'))
}

function kindOf(row: readonly CitedValue[], index: number): RowKind {
  const [label, ...rest] = row.map(cell => cell.text.trim())
  const filled = rest.filter(text => text !== '')
  if (filled.length === 0) return label === '' || label === undefined ? 'blank' : 'section'
  if (filled.some(isDataNumber)) return 'data'
  const times = filled.filter(isPeriodOrUnit).length
  if (times === filled.length) {
    return label !== '' && index >= TOP_ROWS && filled.length === 1 ? 'data' : 'header'
  }
  if (index < TOP_ROWS) return 'header'
  if (label === '' && filled.length === 1)
    return UNIT.test(filled[0] ?? '') && index < MOST_HEADER_ROWS ? 'header' : 'section'
  return label === '' || (filled.length > 1 && times > 0) ? 'header' : 'data'
}

function isDataNumber(text: string): boolean {
  return cellNumber(text) !== undefined && !YEAR.test(text.replace(FOOTNOTE, ''))
}

export function isPeriodOrUnit(text: string): boolean {
  if (isDataNumber(text)) return false
  const rest = withoutPeriods(text.replace(FOOTNOTE, '')).replace(UNIT_WORDS, '')
  return words(rest).length === 0
}
