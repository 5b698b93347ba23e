import type { Subject } from '../plan/part.ts'
import type { Cite } from './filling.ts'

/** A place in what is being filled, with what its surroundings say about it. */
export interface Place {
  /** Of the value, as the caller will find it. */
  readonly pointer: string
  /** The names of the properties down to this one, in words, without those that name the subject. */
  readonly path: readonly string[]
  readonly description: string
  readonly subject?: Subject
  /** Whether the object here is the subject, rather than something of it. */
  readonly isSubject: boolean
  /** Words that the sources must use: they may name something else than the subject. */
  readonly mustMatch: readonly string[]
  /** Of a member of a ranking. */
  readonly rank?: Rank
}

/** A member of a ranking. */
export interface Rank {
  /** From 1; unknown where the members are in no order. */
  readonly position?: number
  readonly subject: Subject
  readonly cites: readonly Cite[]
}
