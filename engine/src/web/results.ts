import type { Document } from '../library/document.ts'
import { hostOf } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { canonicalUrl, mayAdmit, type WebResult } from './search-service.ts'

/** The usual constant: agreement of several lists counts more than the first place in one. */
const RANK_OFFSET = 60
/** Results of one host before others have their turn. */
const MOST_PER_HOST = 3

/**
 * One list of many, by reciprocal rank fusion: what several services and queries list comes first.
 * Leaves out pages that the policy forbids and moves up those that it prefers.
 */
export function fuseResults(
  lists: readonly (readonly WebResult[])[],
  { policy }: { readonly policy: SourcePolicy },
): WebResult[] {
  const pages = new Map<string, { result: WebResult; score: number }>()
  for (const list of lists) {
    const isListed = new Set<string>()
    for (const [rank, result] of list.entries()) {
      const key = canonicalUrl(result.url)
      // A page counts once per list.
      if (isListed.has(key)) continue
      isListed.add(key)
      const known = pages.get(key)
      const score = (known?.score ?? 0) + 1 / (RANK_OFFSET + rank + 1)
      pages.set(key, { result: known ? merge(known.result, result) : result, score })
    }
  }
  const ranked = Array.from(pages.values())
    .filter(({ result }) => mayAdmit(policy, result))
    .map(({ result, score }) => ({ result, score: score * policy.boost(result.url) }))
    .sort((one, other) => other.score - one.score)
    .map(({ result }) => result)
  return spreadHosts(ranked)
}

function merge(one: WebResult, other: WebResult): WebResult {
  const isSafer = one.url.startsWith('http:') && other.url.startsWith('https:')
  return { ...other, ...one, ...(isSafer && { url: other.url }) }
}

/** Puts a few results of each host first, so that one site does not fill the list. */
function spreadHosts(ranked: readonly WebResult[]): WebResult[] {
  const counts = new Map<string, number>()
  const first: WebResult[] = []
  const rest: WebResult[] = []
  for (const result of ranked) {
    const host = hostOf(result.url).replace(/^www\./, '')
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    if (count <= MOST_PER_HOST) first.push(result)
    else rest.push(result)
  }
  return [...first, ...rest]
}

/** Copies of a text share their beginning, whatever follows it on their pages. */
const BEGINNING_CHARACTERS = 2_000

/** Returns a test that recognises copies of a document, by address or by how the text begins. */
export function createCopyTest(): (document: Document) => boolean {
  const known = new Set<string>()
  return ({ url, text }) => {
    const beginning = text.slice(0, BEGINNING_CHARACTERS * 2).toLowerCase()
    const words = beginning.replace(/[^\p{L}\p{N}]+/gu, ' ').slice(0, BEGINNING_CHARACTERS)
    const prints = [`url ${canonicalUrl(url)}`, `text ${words}`]
    const isCopy = prints.some(print => known.has(print))
    for (const print of prints) known.add(print)
    return isCopy
  }
}
