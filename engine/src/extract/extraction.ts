import type { Document } from '../library/document.ts'

/** Limits for one file. Larger files are refused with a reason. */
export const MAX_BYTES = 50 * 1024 * 1024
export const MAX_TEXT_CHARACTERS = 20_000_000
export const MAX_TABLE_CELLS = 2_000_000
export const MAX_PAGES = 5_000
export const MAX_RECORDS = 100_000
/** The deepest nesting of a page's elements. */
export const MAX_DEPTH = 100
export const MAX_TITLE_CHARACTERS = 300

/** The reason that a file cannot become a document; the message says what to do about it. */
export class ExtractError extends Error {
  override name = 'ExtractError'
}

/** Details about a file from outside. They override the file's own. */
export interface ExtractOptions extends Partial<Omit<Document, 'text'>> {
  /** The known address of the file. */
  readonly url: string
  readonly fileName?: string
  readonly contentType?: string
  /** The header `Last-Modified`, for a page without a date. */
  readonly lastModified?: string
  /**
   * Which addresses a file may claim for itself: any (a file of the operator's own), one of the same
   * host (a fetched page, which could lie), or none.
   */
  readonly ownUrl?: 'any' | 'same-host' | 'none'
}

/** The details that a document states about itself. */
export type Details = {
  readonly [Key in Exclude<keyof Document, 'text'>]?: Document[Key] | undefined
}

/** The result of a format's reader; `extractDocument` adds the rest. */
export interface Draft extends Details {
  readonly text: string
  /** Identifies a record among the others of its file. */
  readonly recordId?: string | undefined
}
