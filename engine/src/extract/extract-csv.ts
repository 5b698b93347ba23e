import { tableRow } from '../text/blocks.ts'
import { declaredCharset, decodeText } from './decode-text.ts'
import type { Draft, ExtractOptions } from './extraction.ts'
import { normalizeLine, proseLine } from './normalize-text.ts'
import { parseCsv } from './parse-csv.ts'

/** Reads a file of one table; lines of a single cell above its header, such as a title, are prose. */
export function extractCsv(bytes: Uint8Array, { contentType }: ExtractOptions): Draft {
  const text = decodeText(bytes, declaredCharset(contentType))
  const rows = parseCsv(text).map(row => row.map(normalizeLine))
  const filled = rows.filter(row => row.some(cell => cell !== ''))
  const isTable = filled.some(row => row.length > 1)
  const header = isTable ? filled.findIndex(row => row.filter(cell => cell !== '').length > 1) : 0
  const notes = filled.slice(0, Math.max(0, header)).map(row => row.join(' ').trim())
  const [title] = notes
  return {
    text: [...notes.map(proseLine), '', ...filled.slice(Math.max(0, header)).map(tableRow)].join(
      '\n',
    ),
    ...(title && { title }),
  }
}
