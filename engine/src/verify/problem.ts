/** Something that a sentence says and its quotes do not. */
export interface Problem {
  readonly kind: 'number' | 'date' | 'name' | 'negation' | 'quotation'
  /** The words of the sentence that are at fault. */
  readonly text: string
}
