import type { SourcePolicy } from '../policy/source-policy.ts'

/** Somebody who lists pages for a query. The listing is where to look, never what is quoted. */
export interface SearchService {
  readonly name: string
  /** Rejects when it cannot be reached, refuses or answers with something that is no listing. */
  search(query: WebQuery, options: SearchOptions): Promise<readonly WebResult[]>
  close(): Promise<void>
}

interface SearchOptions {
  readonly signal: AbortSignal
  /** After this it counts as not answering; its own limit when absent. */
  readonly timeoutMs?: number
}

export interface WebQuery {
  readonly text: string
  /** As much of it goes into the query as the service understands; results are held against all of it. */
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

/** How long a service may take for a listing. */
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
