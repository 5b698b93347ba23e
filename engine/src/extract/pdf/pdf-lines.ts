/** A run of text on a page, in points from the lower left corner. */
export interface PdfItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
}

/** A part of a line without a wide gap in it. */
export interface PdfCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

export interface PdfLine {
  readonly cells: readonly PdfCell[]
  /** The runs of text that make up the cells, from left to right. */
  readonly pieces: readonly PdfCell[]
  readonly y: number
  /** The size of the letters, in points. */
  readonly size: number
  /** A row of dots leads to its end, as in a table of contents. */
  readonly hasLeader: boolean
}

interface Piece extends PdfCell {
  readonly y: number
  readonly size: number
}

/** In units of the letter size. */
const WORD_GAP = 0.15
const CELL_GAP = 1.3
const SAME_LINE = 0.45
const LEADER_DOTS = /(?:\s?[.·…]){4,}/g
/** A number, a part of one, a dash for none, or the date over a column. */
const FIGURE =
  /^\s*(?:[$€£¥]?\s*\(?[\d,.]*\d\)?%?|[)%$€£¥—–-]|\p{Lu}\p{Ll}{2,8}\.? \d{1,2},?(?: \d{4})?)\s*$/u
const SIGN_ALONE = /^\s*(?:US)?[$€£¥]\s*\(?\s*$/
const CURRENCY = /^\s*(?:US)?[$€£¥]/
/** Titles of columns are no longer than this. */
const LONGEST_TITLE = 24
const RECENT_LINES = 6

/** Returns the lines of a page in the order of its content, which is the reading order. */
export function pdfLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: Piece[][] = []
  for (const item of items) {
    const piece = toPiece(item)
    if (!piece) continue
    const line = lineOf(lines, piece)
    if (line) line.push(piece)
    else lines.push([piece])
  }
  return lines.flatMap(line => toLine(line) ?? [])
}

/**
 * Returns the line that a piece is on: the last one, or one shortly before it. The titles of columns, or a
 * row's label, may take several lines that are written before the next cell.
 */
function lineOf(lines: readonly Piece[][], piece: Piece): Piece[] | undefined {
  const last = lines.at(-1)
  if (last && isOn(last, piece)) return last
  const isFigure = FIGURE.test(piece.text)
  if (!isFigure && piece.text.length > LONGEST_TITLE) return undefined
  return lines
    .slice(-RECENT_LINES)
    .findLast(
      line =>
        isOn(line, piece) &&
        line.every(one => one.right < piece.left && (isFigure || one.text.length <= LONGEST_TITLE)),
    )
}

function isOn([first]: readonly Piece[], piece: Piece): boolean {
  return (
    first !== undefined &&
    Math.abs(first.y - piece.y) <= SAME_LINE * Math.max(piece.size, first.size)
  )
}

function toPiece({ str, transform, width }: PdfItem): Piece | undefined {
  const [a = 0, b = 0, c = 0, d = 0, left = 0, y = 0] = transform
  // Vertical text in a margin is not part of the lines.
  if (str.trim() === '' || Math.abs(b) > Math.abs(a)) return undefined
  return { text: str, left, right: left + width, y, size: Math.hypot(c, d) || 1 }
}

function toLine(pieces: readonly Piece[]): PdfLine | undefined {
  const sorted = pieces.toSorted((one, other) => one.left - other.left)
  const [first] = sorted
  if (!first) return undefined
  const cells: PdfCell[] = []
  for (const piece of sorted) {
    const last = cells.at(-1)
    if (!last || isApart(last, piece)) cells.push(piece)
    else cells[cells.length - 1] = joinCells(last, piece, piece.size)
  }
  const size = sorted.reduce(
    (widest, piece) => (piece.text.length > widest.text.length ? piece : widest),
    first,
  ).size
  const hasLeader = cells.some(({ text }) => text.search(LEADER_DOTS) >= 0)
  return { y: first.y, size, hasLeader, cells: cells.map(tidyCell), pieces: sorted }
}

/** A currency sign begins a cell and stays with its number; a closing parenthesis ends one. */
function isApart(last: PdfCell, piece: Piece): boolean {
  if (/^\s*[)%]+\s*$/.test(piece.text)) return false
  if (SIGN_ALONE.test(last.text)) return false
  if (SIGN_ALONE.test(piece.text)) return piece.left - last.right > WORD_GAP * piece.size
  if (CURRENCY.test(piece.text) && /[\d)—–-]\s*$/.test(last.text)) return true
  return piece.left - last.right > CELL_GAP * piece.size
}

/** Joins two cells of a line, with a space if there is a gap between them. */
export function joinCells(last: PdfCell, next: PdfCell, size: number): PdfCell {
  const isApart =
    next.left - last.right > WORD_GAP * size || /\s$/.test(last.text) || /^\s/.test(next.text)
  const text = last.text.trimEnd() + (isApart ? ' ' : '') + next.text.trimStart()
  return { text, left: last.left, right: Math.max(last.right, next.right) }
}

export function tidyCell({ text, left, right }: PdfCell): PdfCell {
  return { text: tidyText(text), left, right }
}

function tidyText(text: string): string {
  return text
    .replace(LEADER_DOTS, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d) (?=[)%])/g, '')
    .replace(/(?<=^[$€£¥]) (?=[\d(])/, '')
    .replace(/^(?:[.·…]\s?)+$|(?:\s[.·…])+$/, '')
    .trim()
}

export function leftOf(line: PdfLine): number {
  return line.cells[0]?.left ?? 0
}

export function rightOf(line: PdfLine): number {
  return line.cells.at(-1)?.right ?? 0
}
