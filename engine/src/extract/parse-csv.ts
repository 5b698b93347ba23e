import { ExtractError, MAX_TABLE_CELLS } from './extraction.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_ROWS = 50

/** Reads rows as in RFC 4180; a quote opens a field only at its beginning. */
export function parseCsv(text: string): string[][] {
  return parseRows(text, sniffDelimiter(text), Number.POSITIVE_INFINITY)
}

/** Picks the usual delimiter that gives the most rows of the same width. */
function sniffDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  let best = { delimiter: DELIMITERS[0] as string, score: 0 }
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>()
    for (const row of parseRows(sample, delimiter, SAMPLE_ROWS, { isCutOff: true })) {
      if (row.length > 1) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
    }
    const score = Math.max(0, ...[...widths].map(([width, rows]) => rows + width / 1000))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function parseRows(
  text: string,
  delimiter: string,
  mostRows: number,
  { isCutOff = false } = {},
): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let at = 0
  while (at < text.length && rows.length < mostRows) {
    const field = readField(text, at, delimiter)
    if (field.isOpen && !isCutOff) {
      const line = text.slice(0, at).split('\n').length
      throw new ExtractError(`has a quotation mark that is never closed, on line ${line}; close it`)
    }
    row.push(field.value)
    cells += 1
    if (cells > MAX_TABLE_CELLS) {
      throw new ExtractError(`has more than ${MAX_TABLE_CELLS} cells; split it`)
    }
    at = field.end
    if (text[at] === delimiter) {
      at += 1
      if (at < text.length) continue
      row.push('')
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    rows.push(row)
    row = []
  }
  return rows
}

function readField(text: string, start: number, delimiter: string) {
  let value = ''
  let at = start
  if (text[at] === '"') {
    for (at += 1; ; at += 2) {
      const quote = text.indexOf('"', at)
      if (quote === -1) return { value: value + text.slice(at), end: text.length, isOpen: true }
      value += text.slice(at, quote)
      at = quote
      if (text[at + 1] !== '"') break
      value += '"'
    }
    at += 1
  }
  const rest = at
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return { value: value + text.slice(rest, at), end: at, isOpen: false }
}
