import type { Block, Cell } from '../text/blocks.ts'
import type { Span } from '../text/span.ts'

/** A row of a table of words, such as a list of options with their meaning. */
export interface TextRow extends Span {
  /** Each cell with the header of its column: `Event: close; Called: when the server stops`. */
  readonly said: string
  readonly header: Span
}

/** Tables of figures have answers of their own. */
const MOST_FIGURES = 0.5
const FIGURE = /^[^\p{L}]*\d[^\p{L}]*$/u

/** Returns the rows of a table in words; none if it consists of figures. */
export function textRows({ rows }: Extract<Block, { kind: 'table' }>): TextRow[] {
  const [header, ...body] = rows
  const cells = body.flat().filter(({ text }) => text !== '')
  const figures = cells.filter(({ text }) => FIGURE.test(text)).length
  if (!header || figures > MOST_FIGURES * cells.length) return []
  return body.flatMap(row => {
    const said = row.flatMap((cell, at) => sayCell(cell, header[at])).join('; ')
    const span = spanOf(row)
    return span && said !== '' ? [{ ...span, said, header: spanOf(header) ?? span }] : []
  })
}

function sayCell({ text }: Cell, header: Cell | undefined): string[] {
  if (text === '') return []
  return [header === undefined || header.text === '' ? text : `${header.text}: ${text}`]
}

function spanOf(row: readonly Cell[]): Span | undefined {
  const [first] = row
  const last = row.at(-1)
  return first && last && { start: first.start, end: last.end }
}
