import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'
import type { CellNumber } from './cell-number.ts'
import type { Period } from './periods.ts'

/** A verbatim piece of a passage; the offsets are relative to the passage's text. */
export interface CitedValue extends Span {
  readonly text: string
  readonly passage: Passage
  /** Of a cell what names it: the label of its row and the headers of its column. */
  readonly heads?: readonly CitedValue[]
}

/** What numbers are counted in. */
export type Scale = '' | 'thousand' | 'million' | 'billion' | 'percent'

/** A cell of a table with what its row and its column say about it. */
export interface TableCell extends CitedValue {
  readonly number?: CellNumber
  readonly row: number
  readonly column: number
}

export interface TableColumn {
  readonly index: number
  /** The header cells above, outermost first. */
  readonly cells: readonly CitedValue[]
  readonly header: string
  readonly period?: Period
  /** A reference to notes: its numbers measure nothing. */
  readonly isNote: boolean
}

export interface TableRow {
  readonly index: number
  readonly label: string
  readonly labelCell?: CitedValue
  /** The rows without numbers that it stands under, outermost first. */
  readonly sections: readonly Section[]
  readonly period?: Period
  readonly cells: readonly TableCell[]
}

export interface Section {
  readonly text: string
  readonly cell: CitedValue
  /** A section that a later one of the same rank has closed keeps its own identity by where it began. */
  readonly row: number
}

/** A part of a table under one header. */
export interface Table {
  /** Which table of which document it is a part of. */
  readonly id: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Labels in the corner and above the header, which describe the whole. */
  readonly caption: string
  /** The title and the headings over the table, which need not be named again to be meant. */
  readonly about: string
  /** The line right above the table, its caption. */
  readonly lead?: CitedValue
  /** Prose and headings near the table in the document. */
  readonly surroundings: string
}
