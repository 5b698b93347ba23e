import type { Evidence } from '../evidence/ledger.ts'
import type { CitedSource, FieldSources } from '../research.ts'

/** What a single value of an object rests on. */
export interface FieldEvidence {
  /** JSON Pointer of the value in the object. */
  readonly pointer: string
  readonly evidence: readonly Evidence[]
}

/** The evidence of each value by the numbers of the sources; what is not among them is not named. */
export function fieldSources(
  evidence: readonly FieldEvidence[],
  sources: readonly CitedSource[],
): FieldSources[] {
  const numbers = new Map(sources.map(({ url }, at) => [url, at + 1]))
  return evidence.flatMap(({ pointer, evidence: entries }) => {
    const cited = entries.flatMap(({ passage, quote }) => {
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
