import type { Span } from '../text/span.ts'

/** A quote or a sign more or less makes no other phrase. */
const SLACK = 2

export function isSame(a: Span, b: Span): boolean {
  return Math.abs(a.start - b.start) <= SLACK && Math.abs(a.end - b.end) <= SLACK
}

export function holds(a: Span, b: Span): boolean {
  return a.start <= b.start + 1 && a.end >= b.end - 1
}

/** Takes a part of the other and leaves a part. */
export function cuts(a: Span, b: Span): boolean {
  return a.start < b.end && a.end > b.start && !holds(a, b)
}
