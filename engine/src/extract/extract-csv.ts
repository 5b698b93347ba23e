import Papa from 'papaparse'
import { tableRow } from '../text/blocks.ts'
import { readText } from './decode-text.ts'
import { type Draft, ExtractError, type ExtractOptions, MAX_TABLE_CELLS } from './extraction.ts'
import { normalizeLine, proseLine } from './normalize-text.ts'

/** Reads a file of one table; lines of a single cell above its header, such as a title, are prose. */
export function extractCsv(bytes: Uint8Array, options: ExtractOptions): Draft {
  const text = readText(bytes, options)
  const rows = parseCsv(text).filter(row => row.some(cell => cell !== ''))
  const isTable = rows.some(row => row.length > 1)
  const header = isTable ? rows.findIndex(row => row.filter(cell => cell !== '').length > 1) : 0
  const notes = rows.slice(0, Math.max(0, header)).map(row => row.join(' ').trim())
  const [title] = notes
  const table = rows.slice(Math.max(0, header)).map(tableRow)
  return { text: [...notes.map(proseLine), '', ...table].join('\n'), ...(title && { title }) }
}

/** Reads the rows of a file, with its delimiter guessed. */
export function parseCsv(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, {
    newline: '\n',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) {
    const line = text.slice(0, open.index).split('\n').length
    throw new ExtractError(`has a quotation mark that is never closed, on line ${line}; close it`)
  }
  if (data.reduce((cells, row) => cells + row.length, 0) > MAX_TABLE_CELLS) {
    throw new ExtractError(`has more than ${MAX_TABLE_CELLS} cells; split it`)
  }
  return data.map(row => row.map(normalizeLine))
}
