import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'
import type { Period } from './labels.ts'
import type { Operation } from './read-question.ts'

/** A verbatim piece of a passage; the offsets are relative to the passage's text. */
export interface CitedValue extends Span {
  readonly text: string
  readonly passage: Passage
  /** The label of a cell's row and the headers of its column. */
  readonly heads?: readonly CitedValue[]
}

/** The scale that a number leaves out. */
export type Scale = '' | 'thousand' | 'million' | 'billion' | 'percent'

export const SCALE_FACTORS: Readonly<Record<Scale, number>> = {
  '': 1,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  percent: 1,
}

export interface TableCell extends CitedValue {
  readonly number?: CellNumber
  readonly scale: Scale
  /** The line or header that states the scale or the currency, if it is not beside the number. */
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
  readonly stems: ReadonlySet<string>
  readonly aboutStems: ReadonlySet<string>
}

export interface TableAnswer {
  readonly kind: 'value' | 'values' | 'calculation' | 'count'
  /** The quoted answer; empty for a calculation, the counted items for a count. */
  readonly values: readonly CitedValue[]
  /** The result of a calculation or a count, in `scale`. */
  readonly number?: number
  readonly scale: Scale
  /** The digits after the point that `number` was rounded to, or that the first value is written with. */
  readonly decimals: number
  /** The operation on the inputs. */
  readonly calculated?: Operation
  /** A readable derivation such as `(90 − 120) / 120`. */
  readonly operation?: string
  /** Every cell that a calculation or a comparison used. */
  readonly inputs: readonly CitedValue[]
  /** The cells that selected the inputs, if the names of the inputs do not show it. */
  readonly among?: readonly CitedValue[]
  /** The cells by which an item was chosen in a comparison. */
  readonly figures?: readonly CitedValue[]
  /** The place that states the unit of the numbers. */
  readonly unit?: CitedValue
  /** From 0 to 1. */
  readonly confidence: number
}

/** An answer that quotes the document. */
export function quoted(
  values: readonly CitedValue[],
  rest: Pick<TableAnswer, 'confidence'> &
    Partial<Pick<TableAnswer, 'scale' | 'decimals' | 'inputs' | 'figures' | 'among' | 'unit'>>,
): TableAnswer {
  return {
    kind: values.length > 1 ? 'values' : 'value',
    values,
    scale: '',
    decimals: 0,
    inputs: values,
    ...rest,
  }
}

/** An answer that quotes cells, counted like the first; its text may have a percent sign already. */
export function quoteCells(
  cells: readonly TableCell[],
  rest: Parameters<typeof quoted>[1],
): TableAnswer | undefined {
  const [first] = cells
  if (!first) return undefined
  const { number, scale, text, unit } = first
  return quoted(cells, {
    scale: text.includes('%') ? '' : scale,
    decimals: number?.decimals ?? 0,
    ...(unit && { unit }),
    ...rest,
  })
}

export interface CellNumber {
  readonly value: number
  /** The digits as written, with sign and without separators, for exact arithmetic. */
  readonly digits: string
  readonly decimals: number
  readonly isPercent: boolean
}

/** Footnote marks after a number, such as (1) or *, are not part of it. */
const FOOTNOTE = /(?:\s*(?:\(\s?[a-z\d]\s?\)|\[\s?[a-z\d]\s?\]|[*†‡§^]))+$/i
const NIL = /^(?:[$€£¥₹]\s*)?[-–—−‒]+\s*%?$|^nil$/i
const NUMBER =
  /^(?<before>[^\d]{0,8}?)(?<digits>\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\s*(?<after>[^\d]{0,8})$/
const LONGEST_NUMBER = 40
const CURRENCY = /US|USD|EUR|GBP|RMB|NT|HK|NZ|AU|CAD?|Rs\.?|CHF|[ACSR](?=[$€£¥₹])|[$€£¥₹]|kr/g

/** Reads a cell that is only a number. Parentheses mean a negative number, a dash zero. */
export function cellNumber(cell: string): CellNumber | undefined {
  if (cell.length > LONGEST_NUMBER) return undefined
  const text = cell.trim().replace(/^\((.*)\)\s*%$/, '($1%)')
  if (NIL.test(text)) return { value: 0, digits: '0', decimals: 0, isPercent: text.endsWith('%') }
  const found = NUMBER.exec(text) ?? NUMBER.exec(text.replace(FOOTNOTE, ''))
  if (!found) return undefined
  const { before = '', digits = '', after = '' } = found.groups ?? {}
  const around = `${before.replace(CURRENCY, '')} ${after.replace(CURRENCY, '')}`
  if (!/^[\s()+\-–—−%x×*]*$/.test(around) || /[-–—−]\s*$/.test(after)) return undefined
  const isNegative = /[-–—−(]/.test(before)
  const plain = digits.replace(/[,\s]/g, '')
  const signed = isNegative ? `-${plain}` : plain
  return {
    value: Number(signed),
    digits: signed,
    decimals: plain.split('.')[1]?.length ?? 0,
    isPercent: text.includes('%'),
  }
}
