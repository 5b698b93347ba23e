import type { Chatter } from '../output/chatter.ts'
import type { Environment, Terminal } from '../output/terminal/terminal.ts'
import type { Stdin } from './read-question.ts'
import type { RequestField } from './request-fields.ts'

/** What is known while a command runs, for whoever stops it and for what is said when it fails. */
export interface Circumstances {
  readonly address?: string
  /** From when on money may move. */
  readonly isPaid?: boolean
  /** The task that goes on, whatever becomes of the command. */
  readonly taskId?: string
  /** The options that the request was made of. */
  readonly fields?: readonly RequestField[]
  /** What to tell somebody who stops the command now. */
  readonly ifStopped?: string | undefined
}

/** What a command works with: the only way from its code to the process that it runs in. */
export interface Session extends Omit<Chatter, 'end'> {
  readonly env: Environment
  readonly stdin: Stdin
  readonly terminal: Terminal
  readonly isJson: boolean
  printJson(value: unknown): void
  note(circumstances: Circumstances): void
}
