import type { Document } from './document.ts'

/** A piece of a document as search finds it. The passages of a document cover its text without gaps. */
export interface Passage extends Omit<Document, 'text' | 'aliases'> {
  readonly documentId: number
  /** The offset of the piece in the document's text. */
  readonly start: number
  readonly text: string
  /** The headings above it, outermost first, and the header row of a table that it continues. */
  readonly headings: readonly string[]
  readonly tableHeader?: string
  /** How well it fits the query; higher is better, comparable within one search only. */
  readonly score: number
}
