import { addressesModel } from '../text/addresses-model.ts'
import { blocks } from '../text/blocks.ts'
import { lines, sentences, trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

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

/** The least that can be quoted by itself: a sentence, a row of a table, a field. */
export interface Unit extends Span {
  /** Units of one paragraph or table may be quoted together; a field stands alone. */
  readonly block: number
  /** Of a field line: its label. */
  readonly label?: string
  /** A text without stops says nothing in particular, and a line that speaks to a model nothing at all. */
  readonly isQuotable: boolean
}

/** Nothing that is quoted at once is longer. */
export const LONGEST_QUOTED = 1_500

/** What a text consists of, headings apart, in reading order. */
export function quotableUnits(text: string): Unit[] {
  const misleading = lines(text).filter(({ start, end }) => addressesModel(text.slice(start, end)))
  const unit = (span: Span, block: number, label?: string): Unit => ({
    start: span.start,
    end: span.end,
    block,
    ...(label !== undefined && { label }),
    isQuotable:
      span.end - span.start <= LONGEST_QUOTED &&
      !misleading.some(line => line.start < span.end && span.start < line.end),
  })
  return blocks(text).flatMap((block, at) => {
    if (block.kind === 'heading') return []
    if (block.kind === 'field') {
      return [unit({ start: block.start, end: block.value.end }, at, block.label)]
    }
    const written = text.slice(block.start, block.end)
    const found =
      block.kind === 'table' ? lines(written).map(line => trim(written, line)) : sentences(written)
    return found.map(({ start, end }) =>
      unit({ start: block.start + start, end: block.start + end }, at),
    )
  })
}
