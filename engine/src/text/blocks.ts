import { lines } from './sentences.ts'
import type { Span } from './span.ts'

/**
 * The format of every document's text, whatever it was extracted from. Passages, quotes and tables are
 * slices of this text.
 *
 *     # Heading                       one to six signs, as in Markdown
 *     | Year | 2014 | 2013 |          a row of a table; rows that follow each other are one table
 *     Capital — name: Sucre           a field: a label, a colon, a value, on a line of its own
 *     Anything else is prose.
 */
export type Block = Span &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly title: string }
    | { readonly kind: 'table'; readonly rows: readonly (readonly Cell[])[] }
    | { readonly kind: 'field'; readonly label: string; readonly value: Span }
    | { readonly kind: 'prose' }
  )

export interface Cell extends Span {
  readonly text: string
}

const HEADING = /^(#{1,6})\s+(\S[^\n]*)$/
const ROW = /^\s*\|.*\|\s*$/
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/
/** A label is short and has no end of a sentence in it. */
const FIELD = /^(?<label>[\p{L}\p{N}][^:|.!?\n]{0,118}[^\s:|]|[\p{L}\p{N}]):\s+(?<value>\S[^\n]*)$/u
const MOST_LABEL_WORDS = 12

/** The blocks of a text in order; prose lines that follow each other are one block. */
export function blocks(text: string): Block[] {
  const found: Block[] = []
  let table: { start: number; end: number; rows: Cell[][] } | undefined
  let prose: { start: number; end: number } | undefined
  const flush = () => {
    if (table) found.push({ kind: 'table', ...table })
    if (prose) found.push({ kind: 'prose', ...prose })
    table = undefined
    prose = undefined
  }
  for (const { start, end } of lines(text)) {
    const line = text.slice(start, end)
    if (ROW.test(line)) {
      if (prose) flush()
      table ??= { start, end, rows: [] }
      table.end = end
      if (!RULE.test(line)) table.rows.push(cells(line, start))
      continue
    }
    if (line.trim() === '') {
      flush()
      continue
    }
    const heading = HEADING.exec(line)
    const field = FIELD.exec(line)
    if (heading) {
      flush()
      const [, signs = '', title = ''] = heading
      found.push({ kind: 'heading', start, end, level: signs.length, title: title.trimEnd() })
    } else if (field && isLabel(field.groups?.['label'] ?? '')) {
      flush()
      const { label = '', value = '' } = field.groups ?? {}
      found.push({
        kind: 'field',
        start,
        end,
        label,
        value: { start: start + line.length - value.length, end: start + line.trimEnd().length },
      })
    } else {
      if (table) flush()
      prose ??= { start, end }
      prose.end = end
    }
  }
  flush()
  return found
}

/** Writes a row; pipes and backslashes are escaped as in Markdown. */
export function tableRow(values: readonly string[]): string {
  const written = values.map(value => value.replace(/\s+/g, ' ').trim().replace(/[\\|]/g, '\\$&'))
  return `| ${written.join(' | ')} |`
}

function isLabel(label: string): boolean {
  return label.split(/\s+/).length <= MOST_LABEL_WORDS
}

function cells(line: string, offset: number): Cell[] {
  const found: Cell[] = []
  const first = line.indexOf('|')
  let start = first + 1
  for (let at = start; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '|') {
      found.push(cell(line, offset, start, at))
      start = at + 1
    }
  }
  return found
}

function cell(line: string, offset: number, start: number, end: number): Cell {
  const raw = line.slice(start, end)
  const from = start + raw.length - raw.trimStart().length
  const to = Math.max(from, start + raw.trimEnd().length)
  const text = line.slice(from, to).replace(/\\([\\|])/g, '$1')
  return { start: offset + from, end: offset + to, text }
}
