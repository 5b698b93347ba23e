import { createLedger, type Evidence } from '../../evidence/ledger.ts'
import type { Passage } from '../../library/passage.ts'
import { lines } from '../../text/sentences.ts'
import { type Proof, proofsOf } from '../prove-values.ts'

export interface Page {
  readonly title: string
  readonly text: string
  readonly about?: Partial<Passage>
}

/** The entries of a ledger: each line of each page, in order, from E1. */
export function entriesOf(...pages: readonly Page[]): readonly Evidence[] {
  const ledger = createLedger()
  for (const [at, { title, text, about }] of pages.entries()) {
    const passage: Passage = {
      documentId: at + 1,
      url: `https://library.test/${at + 1}`,
      title,
      start: 0,
      text,
      headings: [],
      score: 1,
      ...about,
    }
    for (const span of lines(text)) ledger.enter(passage, span)
  }
  return ledger.entries
}

/** One quote as a proof. */
export function proofOf(quote: string, about: Partial<Passage> = {}): Proof {
  const [proof] = proofsOf(entriesOf({ title: about.title ?? 'A page', text: quote, about }))
  if (!proof) throw new Error('there is no quote')
  return proof
}
