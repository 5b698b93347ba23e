import type { Document } from '../library/document.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { CompanyFact } from './company-fact.ts'

/** Brings documents from outside that may answer a question: pages of the web, filings of companies. */
export interface Finder {
  readonly name: string
  /** Looks for the whole question at once: it knows its way around better than a plan does. */
  readonly takesWhole?: boolean
  /** Never rejects for what the outside does, only when the signal says so. */
  discover(request: DiscoverRequest): Promise<Discovered>
}

export interface DiscoverRequest {
  readonly kind: 'answer' | 'research' | 'finance'
  /** In words, complete by itself. */
  readonly question: string
  /** What to search for, the most telling first; a finder may ask in its own way instead. */
  readonly queries: readonly string[]
  readonly policy: SourcePolicy
  /** So many documents at most. */
  readonly limit: number
  /** Whether a document is at hand already and need not be brought again. */
  readonly isKnown: (url: string) => boolean
  /** When to be back with what there is, as `performance.now()` counts. */
  readonly endsAt: number
  readonly signal?: AbortSignal
}

export interface Discovered {
  /** What was read, best first; each obeys the policy. */
  readonly documents: readonly Document[]
  /** What the documents say of companies, for calculating; each stands in one of them. */
  readonly facts?: readonly CompanyFact[]
  /** Nobody who was asked could be reached: that nothing was found means nothing then. */
  readonly isDown: boolean
}
