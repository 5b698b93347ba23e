import type { TitledDocument } from '../library/find-titles.ts'
import type { Passage } from '../library/passage.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'

/** A source of passages, all of which have been extracted and obey the policy. */
export interface Source {
  search(query: SourceQuery): Promise<readonly Passage[]>
  /** A document from its beginning. */
  read(documentId: number): Promise<readonly Passage[]>
  /** Finds documents with one of the names, for a question about a particular subject. */
  findNamed(
    names: readonly string[],
    policy: SourcePolicy,
    /** Of each name. */
    most?: number,
  ): Promise<readonly TitledDocument[]>
}

export interface SourceQuery {
  readonly text: string
  readonly policy: SourcePolicy
  readonly limit: number
  /** Limits the search to these documents, if the subject of the question is known. */
  readonly documentIds?: readonly number[]
}
