import type { JsonObject } from '@footnote/contract/json-object'
import type { Evidence, Ledger } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import type { FactList } from '../../facts/answer.ts'
import type { Passage } from '../../library/passage.ts'
import type { Subject } from '../../plan/part.ts'
import type { FieldEvidence } from '../../shape/field-sources.ts'
import type { Ask, Asking } from './ask-property.ts'

export interface FillOptions {
  readonly input: string
  /** The subjects of the question. */
  readonly subjects: readonly Subject[]
  readonly ask: Ask
  /** Finds the subject with this name. */
  readonly subjectCalled: (name: string) => Promise<Subject | undefined>
  readonly ledger: Ledger
  /** The sentences of a report; all of them are verified. */
  readonly summary: readonly Pick<Statement, 'text' | 'evidence'>[]
  /** The subjects that the question asks for, if it does. */
  readonly list?: FactList | undefined
  /** Reads the documents of the question, for their tables. */
  readonly readDocuments: () => Promise<readonly Passage[]>
  readonly mayGoOn: () => boolean
}

/** A place in the object that is being filled. */
export interface Place {
  readonly pointer: string
  /** Names of the properties on the way here, without those that name a subject. */
  readonly names: readonly string[]
  readonly subject?: Subject | undefined
  /** Whether the object here, or around a single value, is the subject rather than a part of it. */
  readonly isSubject?: boolean
  /** Position in a ranking, and the evidence for it. */
  readonly rank?: { readonly position: number; readonly evidence: readonly Evidence[] } | undefined
}

export interface Filled {
  readonly value: unknown
  readonly fields: readonly FieldEvidence[]
}

export interface Filling extends FillOptions, Asking {
  readonly schema: JsonObject
  readonly fill: (schema: unknown, place: Place) => Promise<Filled | undefined>
}
