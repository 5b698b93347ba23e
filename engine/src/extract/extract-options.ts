import type { Document } from '../library/document.ts'

/** What is known about a file from outside. What is said here goes before what the file says. */
export interface ExtractOptions extends Partial<Omit<Document, 'text'>> {
  /** Where the file is known to be. */
  readonly url: string
  readonly fileName?: string
  readonly contentType?: string
  /** The header of that name, for a page that tells no date itself. */
  readonly lastModified?: string
  /**
   * Which addresses a file may claim for itself: any (a file of the operator's own), one of the same
   * host (a fetched page, which could lie), or none.
   */
  readonly ownUrl?: 'any' | 'same-host' | 'none'
}
