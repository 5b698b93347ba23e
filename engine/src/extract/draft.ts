import type { Document } from '../library/document.ts'

/** What a format's reader finds; the rest is added by `extractDocument`. */
export interface Draft extends Partial<Omit<Document, 'text'>> {
  readonly text: string
  /** Tells a record of a file from the file's other records. */
  readonly recordId?: string
}
