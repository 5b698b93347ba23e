import { type Quantity, quantities } from './lex/numbers.ts'
import type { Span } from './span.ts'

/** The first value of a field: the newest of several years' figures, or the whole value. */
export interface LeadingValue extends Span {
  readonly text: string
  /** The figure at its beginning, if it can be compared. */
  readonly quantity?: Quantity
  /** The year of the value, if it is stated. */
  readonly year?: number
  /** The unit, such as `sq km`. */
  readonly unit: string
}

const MOST_CHARACTERS = 240
/** The end of a unit: neither inside a number, as in `deaths/1,000`, nor at the plural of `male(s)`. */
const UNIT_END = /\((?!e?s\))|;|(?<!\d),|,(?!\d{3}(?!\d))/

/** Reads the first value of a field; `value` is the span of the field's value in the text. */
export function leadingValue(text: string, value: Span): LeadingValue {
  const written = text.slice(value.start, value.end)
  const first = written.split(/;\s/)[0] ?? written
  const [quantity] = quantities(first)
  // Consecutive numbers, such as coordinates, are not an amount.
  const isFigure =
    quantity !== undefined &&
    /^\W{0,3}$/.test(first.slice(0, quantity.start)) &&
    !/^\s*\d/.test(first.slice(quantity.end))
  const length = isFigure ? first.length : cut(written)
  const end = value.start + length
  if (!isFigure) return { start: value.start, end, text: text.slice(value.start, end), unit: '' }
  const year = /\b(?:1[89]|20)\d{2}\b(?!.*\b(?:1[89]|20)\d{2}\b)/.exec(
    first.slice(quantity.end),
  )?.[0]
  return {
    start: value.start,
    end,
    text: first,
    quantity,
    unit: first.slice(quantity.end).split(UNIT_END, 1)[0]?.trim() ?? '',
    ...(year !== undefined && { year: Number(year) }),
  }
}

/** Long values are cut between words, so that a table stays a table. */
function cut(value: string): number {
  if (value.length <= MOST_CHARACTERS) return value.length
  const space = value.lastIndexOf(' ', MOST_CHARACTERS)
  return space > 0 ? space : MOST_CHARACTERS
}
