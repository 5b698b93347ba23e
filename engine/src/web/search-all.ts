import type { SourcePolicy } from '../policy/source-policy.ts'
import { SEARCH_TIMEOUT_MS } from './search-limits.ts'
import type { SearchService, WebResult } from './search-service.ts'

const MOST_QUERIES = 4
/** A service that hangs must leave time to read what the others found. */
const SHARE_OF_TIME = 0.4
/** Whoever does not answer within this does not answer, however little time is left. */
const LEAST_TIMEOUT_MS = 2_000

export interface Listings {
  readonly lists: readonly (readonly WebResult[])[]
  /** Whether anybody was asked, and nobody answered. */
  readonly isDown: boolean
}

/** Asks every service for every query at once; whoever fails is done without. */
export async function searchAll(
  services: readonly SearchService[],
  queries: readonly string[],
  options: {
    readonly policy: SourcePolicy
    readonly limit: number
    readonly timeLeftMs: number
    readonly signal: AbortSignal
  },
): Promise<Listings> {
  const { policy, limit, timeLeftMs, signal } = options
  const shareMs = Math.max(timeLeftMs * SHARE_OF_TIME, LEAST_TIMEOUT_MS)
  const timeoutMs = Math.min(shareMs, SEARCH_TIMEOUT_MS)
  const texts = new Set(queries.map(query => query.trim()).filter(query => query !== ''))
  const calls = [...texts]
    .slice(0, MOST_QUERIES)
    .flatMap(text =>
      services.map(service => service.search({ text, policy, limit }, { signal, timeoutMs })),
    )
  const outcomes = await Promise.allSettled(calls)
  return {
    lists: outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    isDown: outcomes.length > 0 && outcomes.every(({ status }) => status === 'rejected'),
  }
}
