import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseCsv } from '../../src/extract/extract-csv.ts'

/** Reads a compressed file of one JSON value a line. */
export function readLines<Line>(folder: string, file: string): Line[] {
  const text = gunzipSync(readFileSync(join(folder, file))).toString()
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line)
}

/** Reads a table whose first row names the columns. */
export function readTable(folder: string, file: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(readFileSync(join(folder, file), 'utf8'))
  return rows
    .filter(row => row.length === header.length)
    .map(row => Object.fromEntries(header.map((column, at) => [column, row[at] ?? ''])))
}
