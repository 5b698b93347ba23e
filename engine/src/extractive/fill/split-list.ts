import { quantities } from '../../text/lex/numbers.ts'
import { trim } from '../../text/sentences.ts'
import type { Span } from '../../text/span.ts'

/** A member of a list: where its name is, and the figure behind it, as in `Burma 238 km`. */
export interface ListItem {
  readonly text: Span
  readonly figure?: Span
}

const MOST_ITEMS = 200
const LONGEST_ITEM = 80
const REST = /^(?:others?|unspecified|none|unknown|other or unspecified|and others)$/i
/** Words between a name and its figure: `Tolmish less than 1%`. */
const BEFORE_FIGURE =
  /(?:[\s:–-]|\b(?:(?:less|more|fewer|greater) than|about|approximately|around|nearly|almost|roughly|over|under|at least|at most|up to|estimated)|[<>≤≥~≈])+$/iu

/** Splits a value such as `Burma 238 km, Cambodia 555 km` into its members; undefined for prose. */
export function splitList(text: string, value: Span): ListItem[] | undefined {
  const pieces = piecesOf(text, value)
  const read = pieces.map(piece => readItem(text, piece))
  // If few have a figure, a number is part of a name: NSF 61.
  const hasFigures = read.filter(({ figure }) => figure).length * 2 >= read.length
  const items = read
    .map((item, at) => (hasFigures ? item : { text: withoutBracket(text, pieces[at] ?? value) }))
    .filter(({ text: { start, end } }) => end > start && !REST.test(text.slice(start, end)))
  const said = items.map(item => text.slice(item.text.start, item.text.end))
  // "9 departments; Beni, ..." counts what it then lists.
  const isCount = (name = '') => /^\d+\s\p{L}/u.test(name)
  const first = said.length > 2 && isCount(said[0]) && !said.slice(1).some(isCount) ? 1 : 0
  const isList = said.every(name => name.length <= LONGEST_ITEM && /\p{L}/u.test(name))
  return said.length > 0 && pieces.length <= MOST_ITEMS && isList ? items.slice(first) : undefined
}

/** Splits at commas and semicolons outside of brackets and numbers, and at "and" between names. */
function piecesOf(text: string, { start, end }: Span): Span[] {
  const [said = ''] = text.slice(start, end).split(/;?\s+note\s*[:-]/i)
  const pieces: Span[] = []
  let from = 0
  const separator = /(?:;|,(?!\d))(?![^()]*\))(?:\s+(?:and|or)\s)?|\s+and\s+(?=\p{Lu}[^,;]*$)/gu
  for (const { 0: sign, index } of said.matchAll(separator)) {
    // "Food and Drink" alone may be one thing, but not after a comma or between two names.
    if (sign.includes(' and ') && !/^\s*\p{Lu}/u.test(said.slice(from, index)) && from === 0)
      continue
    pieces.push({ start: start + from, end: start + index })
    from = index + sign.length
  }
  return [...pieces, { start: start + from, end: start + said.length }].map(one => trim(text, one))
}

function readItem(text: string, piece: Span): ListItem {
  const bare = text
    .slice(piece.start, piece.end)
    .replace(/\([^()]*\)/g, inner => ' '.repeat(inner.length))
  const [figure] = quantities(bare)
  if (!figure || figure.start === 0) return { text: withoutBracket(text, piece) }
  const name = bare.slice(0, figure.start).replace(BEFORE_FIGURE, '')
  return {
    text: withoutBracket(text, { start: piece.start, end: piece.start + name.length }),
    figure: { start: piece.start + figure.start, end: piece.start + figure.end },
  }
}

/** A name without a remark in brackets behind it, and without a full stop. */
function withoutBracket(text: string, { start, end }: Span): Span {
  const [name = ''] = text.slice(start, end).split(/\s*\(/)
  return trim(text, { start, end: start + name.replace(/\.$/, '').length })
}
