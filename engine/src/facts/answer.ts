import type { Fact } from './fact.ts'

/** An answer from facts, before its facts are entered into a ledger. */
export interface FactAnswer {
  readonly statements: readonly FactStatement[]
  readonly table?: FactTable
  /** Tables that show the answer in a report, in place of one by subject or by year. */
  readonly layouts?: readonly FactTable[]
  /** Set if the question asks for subjects: the first of a ranking, or all that match. */
  readonly list?: FactList
  /** Ids of the topics that the question is about, if it asks for more than single values. */
  readonly topics?: readonly string[]
  /** The first and the last year that a question about a span of time means. */
  readonly years?: readonly [number, number]
  /** Further sections of a report, with headings of their own. */
  readonly sections?: readonly FactSection[]
  /** Values that were asked for but are in no collection, such as "Chile: population in 1900". */
  readonly missing: readonly string[]
  /** True if the sentences say more than their facts, so that no other language has words for them. */
  readonly isOwnForm?: boolean
  /** The same in the language of the caller, if that has words for all of it. */
  readonly said?: SaidAnswer
}

export type SaidAnswer = Pick<FactAnswer, 'statements' | 'table' | 'missing'>

export interface FactStatement {
  readonly text: string
  readonly facts: readonly Fact[]
  /** The text beside a table that has the values of each subject. */
  readonly brief?: string
  /** Numbers that were calculated from the facts and are in none of them. */
  readonly computed?: readonly number[]
  /** Names of groups of countries that are in no fact: "the Sahel". */
  readonly named?: readonly string[]
  /** The language that it is said in, if that is not English. */
  readonly language?: string
  /** True if it says that there is none: its facts are those of others. */
  readonly isNone?: true
  /** Headings that fit it, from the widest to the closest. */
  readonly about?: readonly string[]
}

export interface FactTable {
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (FactStatement | undefined)[]
  }[]
}

export interface FactSection {
  readonly heading: string
  readonly statements: readonly FactStatement[]
  /** Whether the statements are one paragraph and not a list. */
  readonly isProse?: boolean
  readonly table?: FactTable
  /** Whether the table joins those of the other parts of the question. */
  readonly isJoint?: boolean
  /** About the report itself; claims nothing about the world. */
  readonly notes?: readonly string[]
}

export interface FactList {
  /** One for each subject. */
  readonly facts: readonly Fact[]
  /** All subjects that were ranked or filtered, in the same order. */
  readonly among?: readonly Fact[]
  /** Whether they are in the order of a figure. */
  readonly isRanked: boolean
  /** Whether one subject was asked for. */
  readonly isForOne: boolean
}

/** An answer of these sentences alone. */
export function answerOf(...statements: readonly FactStatement[]): FactAnswer {
  return { statements, missing: [] }
}
