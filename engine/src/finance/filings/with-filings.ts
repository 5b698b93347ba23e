import type { Passage } from '../../library/passage.ts'
import { distinctPassages } from '../../search/search-for.ts'
import type { Source } from '../../search/source.ts'
import type { CompanyStore } from '../company-store.ts'
import { conceptsOf } from '../metrics.ts'
import { metricsIn } from '../question/find-metrics.ts'
import { findFilings } from './find-filing-facts.ts'

/**
 * A source that knows filings: a question about a company and a year gets the rows that it asks for first,
 * then the rest of that filing, then everything else.
 */
export function withFilings(source: Source, store?: CompanyStore): Source {
  return {
    ...source,
    async search(query) {
      const others = await source.search(query)
      if (query.documentIds) return others
      const { text, policy, limit } = query
      const filings = await findFilings(text, { source, policy, store })
      const [first] = filings
      if (!first) return others
      const documentIds = filings.map(({ documentId }) => documentId)
      const asked = new Set(metricsIn(text).flatMap(conceptsOf))
      const quotes = filings.flatMap(({ facts, passages }) => {
        const wanted = facts.filter(({ concept }) => asked.has(concept))
        const stating = wanted.flatMap(({ quotes: [row] }) => row?.passage ?? [])
        return passages.filter(one => stating.includes(one))
      })
      const own = await source.search({ ...query, documentIds })
      return inOrder([...quotes, ...own, ...others]).slice(0, limit)
    },
  }
}

/** Keeps the order, which the scores then tell too. */
function inOrder(passages: readonly Passage[]): Passage[] {
  const most = Math.max(...passages.map(({ score }) => score))
  return distinctPassages(passages).map((one, at) => ({ ...one, score: most / (1 + at / 100) }))
}
