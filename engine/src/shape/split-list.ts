import { nameSpans } from '../text/find-names.ts'
import { type Quantity, quantities } from '../text/quantities.ts'
import { words } from '../text/words.ts'

export interface ListItem {
  readonly text: string
  /** What is said of it in figures: `Burma 238 km`. */
  readonly quantity?: Quantity
  /** As written, for the unit of the quantity. */
  readonly written: string
}

const MOST_ITEMS = 200
const LONGEST_ITEM = 80
/** What stands between a name and its figure: `Tolmish less than 1%`. */
const BEFORE_FIGURE =
  /(?:[\s:–-]|(?<![\p{L}\p{N}])(?:(?:less|more|fewer|greater) than|about|approximately|approx\.?|around|nearly|almost|roughly|over|under|at least|at most|up to|an estimated|estimated|circa|ca\.?|[<>≤≥~≈]))$/iu
const MOST_BEFORE = 4
const REST = /^(?:others?|unspecified|none|unknown|other or unspecified|and others)$/i

/** The members of a field's value such as `Burma 238 km, Cambodia 555 km`; undefined for prose. */
export function splitList(value: string): ListItem[] | undefined {
  if (/^none\b/i.test(value)) return []
  const [said = ''] = value.split(/;?\s+note\s*[:-]/i)
  const pieces = piecesOf(said.replace(/\s*\([^()]*\)\s*\.?$/, ''))
  if (pieces.length > MOST_ITEMS) return undefined
  const items = pieces.map(readItem).filter(({ text }) => text !== '' && !REST.test(text))
  // "9 departments; Beni, ..." counts what it then lists.
  if (items.length > 2 && isCount(items[0]) && !items.slice(1).some(isCount)) items.shift()
  return items.length > 0 &&
    items.every(({ text }) => text.length <= LONGEST_ITEM && /\p{L}/u.test(text))
    ? items
    : undefined
}

/** The names that a sentence lists one after the other; undefined when it lists fewer than two. */
export function namesListed(sentence: string): ListItem[] | undefined {
  let best: string[] = []
  let run: string[] = []
  let end = -1
  for (const span of nameSpans(sentence, words(sentence))) {
    const between = sentence.slice(Math.max(0, end), span.start)
    const goesOn = end !== -1 && /^(?:,\s*|,?\s+(?:and|or)\s+(?:the\s+)?|,\s+the\s+)$/.test(between)
    if (!goesOn) run = []
    run.push(sentence.slice(span.start, span.end))
    end = span.end
    if (run.length > best.length) best = [...run]
  }
  return best.length > 1 ? best.map(text => ({ text, written: text })) : undefined
}

/** Parts at commas and semicolons, but not at those within parentheses or numbers. */
function piecesOf(value: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]
    if (sign === '(') depth++
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && (sign === ';' || (sign === ',' && !/\d/.test(value[at + 1] ?? '')))) {
      pieces.push(value.slice(start, at))
      start = at + 1
    }
  }
  const last = value.slice(start)
  const joined = pieces.length > 0 || last.length <= LONGEST_ITEM ? last.split(/\s+and\s+/) : [last]
  // Of several members the last may be joined by "and"; "food and drink" alone is one.
  return pieces.length > 0 && !/^\s*and\s/.test(last) && joined.length === 2 && isName(joined)
    ? [...pieces, ...joined]
    : [...pieces, last]
}

function isName(parts: readonly string[]): boolean {
  return parts.every(part => /^\s*\p{Lu}/u.test(part))
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
  return { text: withoutEstimate(written.slice(0, quantity.start)), quantity, written }
}

function withoutEstimate(before: string): string {
  let text = before.trimEnd()
  for (let at = 0; at < MOST_BEFORE && BEFORE_FIGURE.test(text); at++) {
    text = text.replace(BEFORE_FIGURE, '').trimEnd()
  }
  return text
}

function isCount(item: ListItem | undefined): boolean {
  return /^\d+\s\p{L}/u.test(item?.text ?? '')
}
