import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'

/** One verbatim quote that can support a sentence. */
export interface Evidence extends Span {
  /** Its place in the ledger, from 1. */
  readonly id: number
  readonly passage: Passage
  /** `start` and `end` are offsets into the document's text; the quote is the text between them. */
  readonly quote: string
}

export interface Ledger {
  /** Enters the part of the passage's text between the offsets (relative to the passage), once. */
  enter(passage: Passage, span: Span): Evidence
  readonly entries: readonly Evidence[]
}

export function createLedger(): Ledger {
  const entries: Evidence[] = []
  const byPlace = new Map<string, Evidence>()
  return {
    entries,
    enter(passage, { start, end }) {
      const quote = passage.text.slice(start, end)
      if (quote.trim() === '') throw new Error('a quote must say something')
      const place = `${passage.documentId}:${passage.start + start}:${passage.start + end}`
      const known = byPlace.get(place)
      if (known) return known
      const evidence: Evidence = {
        id: entries.length + 1,
        passage,
        quote,
        start: passage.start + start,
        end: passage.start + end,
      }
      entries.push(evidence)
      byPlace.set(place, evidence)
      return evidence
    },
  }
}
