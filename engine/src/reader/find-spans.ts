import type { Span } from '../text/span.ts'
import type { Piece } from './word-pieces.ts'

/** A phrase that may be the answer, as a span of the passage's text. */
export interface AnswerSpan extends Span {
  /** The logarithm of its probability, if the answer is in the window. */
  readonly score: number
}

const LONGEST_ANSWER = 26
const MOST_SPANS = 6

/** Finds the phrases that answer best, each within a line and without overlaps, best first. */
export function findSpans(
  text: string,
  pieces: readonly Piece[],
  logits: { readonly starts: Float32Array; readonly ends: Float32Array },
): AnswerSpan[] {
  const breaks = pieces.map(({ start }, at) =>
    text.slice(pieces[at - 1]?.end, start).includes('\n'),
  )
  const whole = logSum(logits.starts) + logSum(logits.ends)
  const best = pieces.map((_, from) => {
    let to = from
    for (let at = from; at < Math.min(pieces.length, from + LONGEST_ANSWER); at++) {
      if (at > from && breaks[at]) break
      if ((logits.ends[at] ?? 0) > (logits.ends[to] ?? 0)) to = at
    }
    return { from, to, score: (logits.starts[from] ?? 0) + (logits.ends[to] ?? 0) - whole }
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

/** Returns the logarithm of the sum of the exponentials. */
function logSum(logits: Float32Array): number {
  const most = Math.max(...logits)
  return most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0))
}
