import type { Evidence } from '../evidence/ledger.ts'
import { contentStems } from '../text/words.ts'
import { chooseValue } from './choose-value.ts'
import type { Proof } from './model-proofs.ts'
import { readTruth } from './read-truth.ts'

/** A label, a colon and the space behind it. */
const FIELD = /^([\p{L}\p{N}][^:|.!?\n]{0,119}):\s+(?=\S)/u

/** How a quote stands to a choice: `told` outright, `related` to it, against it or beside it. */
export type Bearing = 'told' | 'related' | 'contrary' | 'none'

/**
 * A choice among listed values. A quote that names one of them settles it; one that names none can
 * only be held to speak of what is asked, and the choice itself is then the model's judgement.
 */
export function bearingOnChoice(
  value: string,
  allowed: readonly unknown[],
  { asked, proof }: { readonly asked: ReadonlySet<string>; readonly proof: Proof },
): Bearing {
  const named = proof.quotes.map(quote => chooseValue(allowed, quote))
  if (named.includes(value)) return 'told'
  if (named.some(one => one !== undefined)) return 'contrary'
  return isRelated(proof, new Set([...asked, ...contentStems(value)])) ? 'related' : 'none'
}

/** Whether something is so; `name` is the property's in words. */
export function bearingOnTruth(
  value: boolean,
  name: string,
  { asked, proof }: { readonly asked: ReadonlySet<string>; readonly proof: Proof },
): Bearing {
  const told = proof.evidence.map(entry => truthIn(entry, name))
  if (told.includes(!value)) return 'contrary'
  if (told.includes(value)) return 'told'
  return isRelated(proof, asked) ? 'related' : 'none'
}

function truthIn({ passage, quote, start, end }: Evidence, name: string): boolean | undefined {
  const span = { start: start - passage.start, end: end - passage.start }
  const [lead = '', label] = FIELD.exec(quote) ?? []
  if (label === undefined) return readTruth({ kind: 'prose', passage, span, value: span }, name)
  const value = { start: span.start + lead.length, end: span.end }
  return readTruth({ kind: 'field', passage, span, value, label }, name)
}

function isRelated(proof: Proof, asked: ReadonlySet<string>): boolean {
  return !asked.isDisjointFrom(contentStems(proof.quotes.join(' | ')))
}
