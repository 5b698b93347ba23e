import type { Span } from '../text/span.ts'
import { LONGEST_QUOTED, type Unit } from './quotable-units.ts'

export interface QuotedSpan extends Span {
  /** Of a field line: its label. */
  readonly label?: string
}

/**
 * The whole units of a text that a span touches: those that follow each other in one paragraph or
 * table as one. What is too long is cut behind the last unit that fits.
 */
export function widenQuote(units: readonly Unit[], span: Span): QuotedSpan[] {
  const runs: QuotedSpan[][] = []
  let before: Unit | undefined
  for (const unit of units) {
    if (!overlaps(unit, span)) continue
    const run = runs.at(-1)
    if (unit.isQuotable) {
      if (run && before?.isQuotable && before.block === unit.block) run.push(unit)
      else runs.push([unit])
    }
    before = unit
  }
  return runs.flatMap(run => {
    const [first] = run
    if (!first) return []
    const last = run.findLast(({ end }) => end - first.start <= LONGEST_QUOTED)
    const { start, label } = first
    return [{ start, end: (last ?? first).end, ...(label !== undefined && { label }) }]
  })
}

/** Spans that overlap as one; of those that would be too long together, the first. */
export function joinSpans(one: QuotedSpan, other: QuotedSpan): QuotedSpan | undefined {
  if (!overlaps(one, other)) return undefined
  const joined = {
    ...one,
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
  }
  return joined.end - joined.start <= LONGEST_QUOTED ? joined : one
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}
