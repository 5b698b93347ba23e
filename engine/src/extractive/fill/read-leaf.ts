import type { Ledger } from '../../evidence/ledger.ts'
import { proofsOf } from '../../shape/proof.ts'
import { proveLeaf } from '../../shape/prove-leaf.ts'
import { allowedValues, textOf } from '../../shape/read-schema.ts'
import type { Span } from '../../text/span.ts'
import type { Candidate } from './ask-property.ts'
import type { Filled } from './filling.ts'
import { readValue, type Wanted } from './read-value.ts'

/** Reads a candidate as a value and proves it by its quote; undefined if either fails. */
export function readLeaf(
  ledger: Ledger,
  candidate: Candidate,
  wanted: Wanted,
  at: string,
): Filled | undefined {
  const read = readValue(candidate, wanted)
  if (!read) return undefined
  const proofs = proofsFor(ledger, candidate, read.quote)
  const allowed = allowedValues(wanted.branch)
  const leaf = {
    value: read.value,
    property: wanted.property,
    format: textOf(wanted.branch['format']),
    ...(allowed && { allowed }),
  }
  const proven = proveLeaf(leaf, proofs, { proofs: [], language: proofs[0]?.language ?? 'en' })
  return 'evidence' in proven
    ? { value: read.value, fields: [{ pointer: at, evidence: proven.evidence }] }
    : undefined
}

function proofsFor(ledger: Ledger, { passage, answer, label, figure }: Candidate, quote: Span) {
  if (figure) {
    return proofsOf([], [{ text: '', evidence: figure.cite(ledger), computed: [figure.value] }])
  }
  const evidence = [ledger.enter(passage, quote)]
  if (label === undefined || passage.text.startsWith(label, quote.start)) return proofsOf(evidence)
  // A cell is called by the head of its column, which the row does not repeat.
  return proofsOf(
    [],
    [{ text: `${label}: ${passage.text.slice(answer.start, answer.end)}`, evidence }],
  )
}
