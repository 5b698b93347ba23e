import type { Statement } from './statement.ts'

/** A statement that a model wrote. Nobody vouches for it until it is verified. */
export interface WrittenStatement extends Statement {
  readonly author: 'model'
  /** Sentences that code put together and calculated, which it says that it rests on too. */
  readonly facts: readonly Statement[]
}

export function isWritten(statement: Statement): statement is WrittenStatement {
  return 'author' in statement && statement.author === 'model'
}
