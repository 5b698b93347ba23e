import { createLedger, type Evidence } from '../../evidence/ledger.ts'
import type { Passage } from '../../library/passage.ts'

/** A passage whose whole text can be quoted. */
export function passageOf(documentId: number, text: string, rest: Partial<Passage> = {}): Passage {
  return {
    documentId,
    url: `https://example.org/${documentId}`,
    title: `Page ${documentId}`,
    start: 0,
    text,
    headings: [],
    score: 1,
    language: 'en',
    ...rest,
  }
}

/** A ledger with one quote for each text: E1, E2 and so on, each of a document of its own. */
export function ledgerOf(texts: readonly string[], rest: Partial<Passage> = {}) {
  const ledger = createLedger()
  const entries = texts.map((text, at) =>
    ledger.enter(passageOf(at + 1, text, rest), { start: 0, end: text.length }),
  )
  const evidence: ReadonlyMap<number, Evidence> = new Map(entries.map(one => [one.id, one]))
  return { ledger, entries, evidence }
}
