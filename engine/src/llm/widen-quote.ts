import { addressesModel } from '../text/addresses-model.ts'
import { blocks } from '../text/blocks.ts'
import { lines, sentences, trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

export interface QuotedSpan extends Span {
  /** Label of a field line. */
  readonly label?: string
}

/**
 * Widens a span to the whole units that it touches. Units that follow each other in one paragraph or
 * table become one span, which ends after the last unit that fits.
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

/** Joins two overlapping spans, or returns the first if they would be too long together. */
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

/** The smallest quotable piece: a sentence, a table row or a field. */
export interface Unit extends Span {
  /** Units of one paragraph or table may be quoted together; a field stands alone. */
  readonly block: number
  /** Label of a field line. */
  readonly label?: string
  /** False for a text without full stops and for a line that addresses a model. */
  readonly isQuotable: boolean
}

/** Longest quote. */
export const LONGEST_QUOTED = 1_500

/** Lists the units of a text in reading order, without headings. */
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
