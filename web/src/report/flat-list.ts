import { csvField } from '@footnote/contract/calls-csv'

type Scalar = string | number | boolean | null

/** A list of objects without nested values, as columns and rows. */
export interface FlatList {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, Scalar | undefined>>[]
}

const MOST_COLUMNS = 12

/** Reads a value as a table; undefined if it is anything but a list of flat objects. */
export function flatList(value: unknown): FlatList | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFlat)) return undefined
  const columns = [...new Set(value.flatMap(row => Object.keys(row)))]
  return columns.length === 0 || columns.length > MOST_COLUMNS
    ? undefined
    : { columns, rows: value }
}

function isFlat(value: unknown): value is Record<string, Scalar> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(one => one === null || typeof one !== 'object')
  )
}

/** A table as CSV by RFC 4180, without citation markers. */
export function toCsv({ columns, rows }: FlatList): string {
  const lines = [columns, ...rows.map(row => columns.map(name => row[name]))]
  return lines.map(cells => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

const MARKER = / ?\[\[\d{1,4}(?: ?, ?\d{1,4})*\]\]/g

function csvCell(value: Scalar | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  return csvField(value.replace(MARKER, ''))
}
