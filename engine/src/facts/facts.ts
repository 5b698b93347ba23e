import type { Attribute, Collection, Fact, FactQuery, Subject } from './fact.ts'

/** The facts of all collections, in one file that engines read and the `library` commands may shrink. */
export interface Facts {
  collections(): Collection[]
  /** Removes a collection for good; returns how many facts it had, or undefined if there is none. */
  remove(key: string): number | undefined
  /** All attributes of all collections. */
  attributes(): readonly Attribute[]
  /** Finds the subjects with one of the names, each with the name as the collection writes it. */
  findSubjects(names: readonly string[]): NamedSubject[]
  subjectsOfKind(kind: string): Subject[]
  /** All names of all subjects of the kind. */
  namesOfKind(kind: string): readonly NamedSubject[]
  namesOf(subject: number): string[]
  /** Finds the facts that match all conditions, by subject and attribute, in the order of their collection. */
  find(query: FactQuery): readonly Fact[]
  /** Changes when another process has changed the file, such as by removing a collection. */
  version(): number
  close(): void
}

export interface NamedSubject {
  readonly subject: Subject
  /** The name that matched. */
  readonly key: string
  /** As the collection writes it. */
  readonly name: string
  /** A ticker or a country code, which counts only in this exact spelling. */
  readonly isCode: boolean
}
