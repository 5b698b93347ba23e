import type { Passage } from '../library/passage.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'

/** Where passages come from. What a source gives has been read, not just listed, and obeys the policy. */
export interface Source {
  search(query: SourceQuery): Promise<readonly Passage[]>
  /** A document from its beginning. */
  read(documentId: number): Promise<readonly Passage[]>
  /** The documents that go by one of the names, for a question about something in particular. */
  findNamed(names: readonly string[], policy: SourcePolicy): Promise<readonly NamedDocument[]>
}

export interface SourceQuery {
  readonly text: string
  readonly policy: SourcePolicy
  readonly limit: number
  /** Only these, when it is known what the question is about. */
  readonly documentIds?: readonly number[]
}

export interface NamedDocument {
  readonly documentId: number
  readonly title: string
  /** Which of the names it goes by. */
  readonly name: string
}
