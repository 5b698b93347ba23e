import type { SourcePolicy } from '../policy/source-policy.ts'

/** A service that lists pages for a query. Only the pages are quoted, never the listing. */
export interface SearchService {
  readonly name: string
  /** Rejects if the service cannot be reached, refuses, or sends no listing. */
  search(query: WebQuery, options: SearchOptions): Promise<readonly WebResult[]>
  close(): Promise<void>
}

interface SearchOptions {
  readonly signal: AbortSignal
  /** Time limit; the service's default if absent. */
  readonly timeoutMs?: number
}

export interface WebQuery {
  readonly text: string
  /** Goes into the query as far as the service supports it; results are checked against all of it. */
  readonly policy: SourcePolicy
  readonly limit: number
}

export interface WebResult {
  readonly url: string
  readonly title: string
  readonly snippet?: string
  /** As YYYY-MM-DD. */
  readonly publishedOn?: string
}

/** Time limit for a listing. */
export const SEARCH_TIMEOUT_MS = 8_000

/**
 * Returns whether the policy may allow a page, judging by details known before it is read. A missing
 * date does not rule it out: the page itself may have one.
 */
export function mayAdmit(
  policy: SourcePolicy,
  { url, publishedOn = policy.publishedFrom }: { url: string; publishedOn?: string | undefined },
): boolean {
  return policy.admits({ url, ...(publishedOn !== undefined && { publishedOn }) })
}
