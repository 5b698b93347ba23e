import type { ComparisonTable, Statement } from '../evidence/statement.ts'

/** A report before it is rendered: everything that claims something is a statement. */
export interface Draft {
  readonly sections: readonly Section[]
  /** The language that a model wrote it in; absent for what rules wrote in the words of the sources. */
  readonly language?: string
  /** How many sentences a model wrote that named nothing which they could rest on. */
  readonly unsupported?: number
}

export interface Section {
  readonly heading?: string
  readonly paragraphs: readonly (readonly Statement[])[]
  readonly bullets?: readonly Statement[]
  readonly table?: ComparisonTable
  /** About the search itself, such as what was not found; claims nothing about the world. */
  readonly notes?: readonly string[]
}

/** What verification made of a draft, for the note at the end of the report. */
export interface VerificationNotes {
  /** Sentences that nothing supports. */
  readonly removed: number
  /** Sentences that code has proven and a model judged, and those that it should have judged. */
  readonly judged: number
  readonly unjudged: number
}
