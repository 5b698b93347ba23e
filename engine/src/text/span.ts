/** A piece of a text by its offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number
  readonly end: number
}
