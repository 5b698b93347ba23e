import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'
import type { CellNumber } from './cell-number.ts'
import type { Period } from './labels.ts'

/** A verbatim piece of a passage; the offsets are relative to the passage's text. */
export interface CitedValue extends Span {
  readonly text: string
  readonly passage: Passage
  /** The label of a cell's row and the headers of its column. */
  readonly heads?: readonly CitedValue[]
}

/** The unit of counting that a number leaves out. */
export type Scale = '' | 'thousand' | 'million' | 'billion' | 'percent'

export interface TableCell extends CitedValue {
  readonly number?: CellNumber
  readonly scale: Scale
  /** The line that states the scale or the currency, if it is above the table. */
  readonly unit?: CitedValue
  readonly column: TableColumn
}

export interface TableColumn {
  /** 1 for the first column after the labels. */
  readonly index: number
  /** The header cells above, outermost first. */
  readonly cells: readonly CitedValue[]
  readonly header: string
  readonly period?: Period
}

export interface TableRow {
  readonly label: string
  readonly labelCell?: CitedValue
  /** The rows without numbers that it is under, outermost first. */
  readonly sections: readonly CitedValue[]
  readonly period?: Period
  readonly cells: readonly TableCell[]
}

/** The rows of a table under one header. */
export interface Table {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly context: TableContext
}

/** The text around a table. */
export interface TableContext {
  /** The title and the headings above the table. */
  readonly about: string
  /** The line right above the table, its caption. */
  readonly lead?: CitedValue
  /** Prose and headings near the table. */
  readonly surroundings: string
}
