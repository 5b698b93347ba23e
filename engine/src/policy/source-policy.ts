import type { Document } from '../library/document.ts'

/** The sources that a caller allows, compiled once and checked at every step. */
export interface SourcePolicy {
  /** Returns whether a document may be used. */
  admits(document: Omit<Document, 'text' | 'title'>): boolean
  /** Returns 1, or more for sites that the caller prefers. */
  boost(url: string): number
  /** Filters for SQL and search services; `admits` has the last word. */
  readonly includeDomains: readonly string[]
  readonly excludeDomains: readonly string[]
  readonly boostDomains: readonly string[]
  readonly publishedFrom?: string
  readonly publishedTo?: string
  readonly country?: string
  readonly language?: string
  readonly safesearch: 'off' | 'moderate' | 'strict'
}
