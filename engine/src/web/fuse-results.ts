import { hostOf } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { canonicalUrl } from './canonical-url.ts'
import { mayAdmit, type WebResult } from './search-service.ts'

/** The usual constant: agreement of several lists counts more than the first place in one. */
const RANK_OFFSET = 60
/** Results of one host before others have their turn. */
const MOST_PER_HOST = 3

interface Fused {
  readonly result: WebResult
  readonly score: number
}

/**
 * One list of many, by reciprocal rank fusion: what several services and queries list comes first.
 * Leaves out pages that the policy forbids and moves up those that it prefers.
 */
export function fuseResults(
  lists: readonly (readonly WebResult[])[],
  { policy }: { readonly policy: SourcePolicy },
): WebResult[] {
  const pages = new Map<string, Fused>()
  for (const list of lists) {
    for (const [key, { result, rank }] of firstPlaces(list)) {
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

/** Counts a page once per list. */
function firstPlaces(list: readonly WebResult[]) {
  const places = new Map<string, { readonly result: WebResult; readonly rank: number }>()
  for (const [rank, result] of list.entries()) {
    const key = canonicalUrl(result.url)
    if (!places.has(key)) places.set(key, { result, rank })
  }
  return places
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
