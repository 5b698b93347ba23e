import type { Passage } from '../library/passage.ts'
import type { FoundPage } from '../research.ts'
import { distinctPassages } from './search-for.ts'

const MOST_PAGES = 10
const MOST_SNIPPETS = 3
const SNIPPET_CHARACTERS = 300

/** The documents that search found, best first, each with its best pieces; a piece given twice counts once. */
export function foundPages(passages: readonly Passage[], most = MOST_PAGES): FoundPage[] {
  const byUrl = Map.groupBy(distinctPassages(passages), ({ url }) => url)
  return [...byUrl.values()].slice(0, most).flatMap(own => {
    const [best] = own
    if (!best) return []
    const { url, title, publishedOn } = best
    const snippets = own.slice(0, MOST_SNIPPETS).map(({ text }) => snippet(text))
    return [{ url, title, snippets, ...(publishedOn !== undefined && { publishedOn }) }]
  })
}

/** Verbatim, cut between words. */
function snippet(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= SNIPPET_CHARACTERS) return trimmed
  const space = trimmed.lastIndexOf(' ', SNIPPET_CHARACTERS)
  return trimmed.slice(0, space > 0 ? space : SNIPPET_CHARACTERS)
}
