import type { Evidence } from '../evidence/ledger.ts'
import type { CitedSource, FieldSources } from '../research.ts'

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
