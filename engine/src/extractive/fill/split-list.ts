import { type Quantity, quantities } from '../../text/quantities.ts'

export interface ListItem {
  readonly text: string
  /** The figure that follows the name, as in `Burma 238 km`. */
  readonly quantity?: Quantity
  /** With its figure. */
  readonly written: string
}

const MOST_ITEMS = 200
const LONGEST_ITEM = 80
const REST = /^(?:others?|unspecified|none|unknown|other or unspecified|and others)$/i
/** Words between a name and its figure: `Tolmish less than 1%`. */
const BEFORE_FIGURE =
  /(?:[\s:–-]|\b(?:(?:less|more|fewer|greater) than|about|approximately|around|nearly|almost|roughly|over|under|at least|at most|up to|estimated)|[<>≤≥~≈])+$/iu

/** Splits a value such as `Burma 238 km, Cambodia 555 km` into its members; undefined for prose. */
export function splitList(value: string): ListItem[] | undefined {
  if (/^none\b/i.test(value)) return []
  const [said = ''] = value.split(/;?\s+note\s*[:-]/i)
  const pieces = piecesOf(said.replace(/\s*\([^()]*\)\s*\.?$/, ''))
  const read = pieces.map(readItem)
  // Where few have a figure, a number is part of a name: NSF 61.
  const hasFigures = read.filter(({ quantity }) => quantity).length * 2 >= read.length
  const items = (
    hasFigures ? read : read.map(({ written }) => ({ text: written, written }))
  ).filter(({ text }) => text !== '' && !REST.test(text))
  // "9 departments; Beni, ..." counts what it then lists.
  if (items.length > 2 && isCount(items[0]) && !items.slice(1).some(isCount)) items.shift()
  const isList = items.every(({ text }) => text.length <= LONGEST_ITEM && /\p{L}/u.test(text))
  return items.length > 0 && pieces.length <= MOST_ITEMS && isList ? items : undefined
}

/** Splits at commas and semicolons outside of parentheses and numbers, and at "and" between names. */
function piecesOf(value: string): string[] {
  const pieces = value.split(/;|,(?!\d)(?![^()]*\))/)
  const last = pieces.at(-1) ?? ''
  const joined = last.split(/\s+and\s+/)
  const areNames = joined.length === 2 && joined.every(part => /^\s*\p{Lu}/u.test(part))
  return areNames ? [...pieces.slice(0, -1), ...joined] : pieces
}

function readItem(piece: string): ListItem {
  const written = piece
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:and|or)\s+/i, '')
    .replace(/\.$/, '')
  const [quantity] = quantities(written)
  if (!quantity || quantity.start === 0) return { text: written, written }
  return { text: written.slice(0, quantity.start).replace(BEFORE_FIGURE, ''), quantity, written }
}

function isCount(item: ListItem | undefined): boolean {
  return /^\d+\s\p{L}/u.test(item?.text ?? '')
}
