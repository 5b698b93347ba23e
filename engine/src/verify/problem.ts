/** A flaw of a sentence: it says something that its quotes do not. */
export interface Problem {
  readonly kind: 'number' | 'date' | 'name' | 'negation' | 'quotation'
  /** The words of the sentence that are at fault. */
  readonly text: string
}

/** An author's judgement of a claim; `unknown` if there is none. */
export type Judged = 'supported' | 'partly' | 'unsupported' | 'unknown'
