import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { contentStems } from '../text/words.ts'
import { type Amount, readAmounts } from './prove-amounts.ts'

/** Something that a value can rest on, under the id by which a model names it. */
export interface Proof {
  readonly id: string
  readonly evidence: readonly Evidence[]
  /** What says it: figures and dates must stand in one of these. */
  readonly quotes: readonly string[]
  /** Where it stands: titles and headings, which may name what the quotes speak of. */
  readonly context: readonly string[]
  /** Results of calculations, which stand in no quote. */
  readonly computed: readonly number[]
  /** The stems of all its words. Like the amounts they are read once, when first asked for. */
  readonly stems: () => ReadonlySet<string>
  readonly amounts: () => readonly Amount[]
}

const MOST_PROOFS = 2_000
const LONGEST_QUOTE = 6_000

/** Quotes of the ledger as `E<id>`, sentences that code has calculated as `F<n>`; those first. */
export function createProofs(
  entries: readonly Evidence[],
  prepared: readonly Statement[] = [],
): Proof[] {
  const calculated = prepared.flatMap((statement, at) => {
    const { text, evidence, computed = [] } = statement
    const quotes = [text, ...evidence.map(({ quote }) => quote)]
    // What rests on nothing proves nothing.
    return evidence.length === 0 ? [] : [proofOf(`F${at + 1}`, { quotes, evidence, computed })]
  })
  const quoted = entries.map(entry =>
    proofOf(`E${entry.id}`, { quotes: [entry.quote], evidence: [entry], computed: [] }),
  )
  return [...calculated, ...quoted].slice(0, MOST_PROOFS)
}

function proofOf(
  id: string,
  { quotes: whole, evidence, computed }: Pick<Proof, 'quotes' | 'evidence' | 'computed'>,
): Proof {
  const quotes = whole.map(quote => quote.slice(0, LONGEST_QUOTE))
  const context = evidence.flatMap(({ passage }) => [
    passage.title,
    ...passage.headings,
    ...(passage.tableHeader === undefined ? [] : [passage.tableHeader]),
  ])
  return {
    id,
    evidence,
    quotes,
    context,
    computed,
    stems: once(() => contentStems([...quotes, ...context].join(' | '))),
    amounts: once(() => quotes.flatMap(quote => readAmounts(quote, context))),
  }
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}
