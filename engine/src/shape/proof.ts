import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { CitedSource, FieldSources } from '../research.ts'

/** Source text that a value can rest on, under the ID by which a model names it. */
export interface Proof {
  readonly id: string
  readonly evidence: readonly Evidence[]
  /** Texts that state the value. */
  readonly quotes: readonly string[]
  /** Titles, headings and the head of the table, which may name the subject and the scale. */
  readonly context: string
  /** Results of calculations, which no quote contains. */
  readonly computed: readonly number[]
  readonly language: string
}

const MOST_PROOFS = 2_000
const LONGEST_QUOTE = 6_000

/** Quotes of the ledger as `E<id>`, after sentences that code calculated as `F<n>`. */
export function proofsOf(
  entries: readonly Evidence[],
  calculated: readonly Pick<Statement, 'text' | 'evidence' | 'computed'>[] = [],
): Proof[] {
  const figures = calculated.flatMap(({ text, evidence, computed = [] }, at) =>
    evidence.length === 0
      ? []
      : [proofOf(`F${at + 1}`, evidence, [text, ...evidence.map(({ quote }) => quote)], computed)],
  )
  const quotes = entries.map(entry => proofOf(`E${entry.id}`, [entry], [entry.quote]))
  return [...figures, ...quotes].slice(0, MOST_PROOFS)
}

function proofOf(
  id: string,
  evidence: readonly Evidence[],
  quotes: readonly string[],
  computed: readonly number[] = [],
): Proof {
  const above = evidence.flatMap(({ passage: { title, headings, tableHeader = '' } }) => [
    title,
    ...headings,
    tableHeader,
  ])
  return {
    id,
    evidence,
    quotes: quotes.map(quote => quote.slice(0, LONGEST_QUOTE)),
    context: [...new Set(above)].filter(Boolean).join(' | '),
    computed,
    language: evidence[0]?.passage.language ?? 'en',
  }
}

/** The evidence of a single value of an object. */
export interface FieldEvidence {
  /** JSON Pointer of the value in the object. */
  readonly pointer: string
  readonly evidence: readonly Evidence[]
}

/** Replaces the evidence of each value by the numbers of its sources and its quotes. */
export function fieldSources(
  fields: readonly FieldEvidence[],
  sources: readonly CitedSource[],
): FieldSources[] {
  const numbers = new Map(sources.map(({ url }, at) => [url, at + 1]))
  return fields.flatMap(({ pointer, evidence }) => {
    const cited = evidence.flatMap(({ passage, quote }) => {
      const number = numbers.get(passage.url)
      return number === undefined ? [] : [{ number, quote }]
    })
    if (cited.length === 0) return []
    const own = new Set(cited.map(({ number }) => number))
    return [
      {
        pointer,
        sources: [...own].sort((one, other) => one - other),
        quotes: [...new Set(cited.map(({ quote }) => quote))],
      },
    ]
  })
}
