import type { Span } from '../text/span.ts'
import type { Piece } from './word-pieces.ts'

/** A phrase that may be the answer, as a span of the passage's text. */
export interface AnswerSpan extends Span {
  readonly score: number
}

const LONGEST_ANSWER = 26
const MOST_SPANS = 6

/** Finds the phrases that answer best, without overlaps, best first. */
export function findSpans(
  pieces: readonly Piece[],
  logits: { readonly starts: Float32Array; readonly ends: Float32Array },
): AnswerSpan[] {
  const best = pieces.map((_, from) => {
    let to = from
    for (let at = from; at < Math.min(pieces.length, from + LONGEST_ANSWER); at++) {
      if ((logits.ends[at] ?? 0) > (logits.ends[to] ?? 0)) to = at
    }
    return { from, to, score: (logits.starts[from] ?? 0) + (logits.ends[to] ?? 0) }
  })
  const chosen: typeof best = []
  for (const span of best.toSorted((one, other) => other.score - one.score)) {
    if (chosen.length === MOST_SPANS) break
    if (chosen.every(({ from, to }) => span.to < from || span.from > to)) chosen.push(span)
  }
  return chosen.map(({ from, to, score }) => ({
    start: pieces[from]?.start ?? 0,
    end: pieces[to]?.end ?? 0,
    score,
  }))
}
