import type { Document } from '../library/document.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { CompanyFact } from './company-fact.ts'

/** Fetches external documents that may answer a question: web pages, company filings. */
export interface Finder {
  readonly name: string
  /** Whether it gets the whole question instead of its parts. */
  readonly takesWhole?: boolean
  /** Rejects only if the signal aborts, never because of an external service. */
  discover(request: DiscoverRequest): Promise<Discovered>
}

export interface DiscoverRequest {
  readonly kind: 'answer' | 'research' | 'finance'
  /** In words, complete by itself. */
  readonly question: string
  /** Search queries, best first; a finder may use its own instead. */
  readonly queries: readonly string[]
  readonly policy: SourcePolicy
  /** Limit on the number of documents. */
  readonly limit: number
  /** Returns whether a document is already in the run index. */
  readonly isKnown: (url: string) => boolean
  /** Deadline for returning what was found, in the time of `performance.now()`. */
  readonly endsAt: number
  readonly signal?: AbortSignal
}

export interface Discovered {
  /** The documents, best first; each obeys the policy. */
  readonly documents: readonly Document[]
  /** Company figures for calculations. */
  readonly facts?: readonly CompanyFact[]
  /** Whether no service could be reached, so that an empty result says nothing. */
  readonly isDown: boolean
}
