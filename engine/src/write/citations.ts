import type { Evidence } from '../evidence/ledger.ts'
import type { CitedSource } from '../research.ts'

/** Enough for every sentence of the longest report. */
const MOST_EXCERPTS = 500

export interface Citations {
  /** The marker for some evidence; cites it. */
  markers(evidence: readonly Evidence[]): string
  sources(): CitedSource[]
}

/** Numbers sources in the order in which they are first cited. */
export function createCitations(): Citations {
  const cited = new Map<string, Evidence[]>()
  return {
    markers(evidence) {
      const numbers = new Set<number>()
      for (const entry of evidence) {
        const { url } = entry.passage
        const entries = cited.get(url) ?? []
        cited.set(url, entries)
        if (!entries.includes(entry)) entries.push(entry)
        numbers.add([...cited.keys()].indexOf(url) + 1)
      }
      return `[[${[...numbers].sort((a, b) => a - b).join(', ')}]]`
    },
    sources: () =>
      Array.from(cited, ([url, entries]) => {
        const { title = url, publishedOn } = entries[0]?.passage ?? {}
        const excerpts = entries.slice(0, MOST_EXCERPTS).map(({ quote }) => quote)
        return { url, title, excerpts, ...(publishedOn !== undefined && { publishedOn }) }
      }),
  }
}
