import type { Document } from '../library/document.ts'

/** What a caller allows as a source, compiled once and held against everything on the way. */
export interface SourcePolicy {
  /** Whether a document may be used at all. */
  admits(document: Omit<Document, 'text' | 'title'>): boolean
  /** 1 for most; more for what the caller prefers. */
  boost(url: string): number
  /** What SQL and search services can filter by; `admits` has the last word. */
  readonly includeDomains: readonly string[]
  readonly excludeDomains: readonly string[]
  readonly boostDomains: readonly string[]
  readonly publishedFrom?: string
  readonly publishedTo?: string
  readonly country?: string
  readonly language?: string
  readonly safesearch: 'off' | 'moderate' | 'strict'
}
