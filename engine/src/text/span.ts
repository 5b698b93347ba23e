/** A piece of a text by its offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns whether the span shares a character with one of the others. */
export function overlaps({ start, end }: Span, others: readonly Span[]): boolean {
  return others.some(other => other.start < end && start < other.end)
}

/** The place of a match in its text. */
export function matchSpan({ 0: hit, index }: RegExpExecArray): Span {
  return { start: index, end: index + hit.length }
}
