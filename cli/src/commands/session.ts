import type { Chatter } from '../output/chatter.ts'
import type { Environment, Terminal } from '../output/terminal/terminal.ts'
import type { Stdin } from './read-question.ts'
import type { RequestField } from './request-fields.ts'

/** Facts about the running command that its error messages and signal handlers need. */
export interface Circumstances {
  readonly address?: string
  /** Whether the command has reached the point from which money may move. */
  readonly isPaid?: boolean
  /** The task that keeps running whatever happens to the command. */
  readonly taskId?: string
  /** The options that the request was made from. */
  readonly fields?: readonly RequestField[]
  /** Message to print if the command is stopped now. */
  readonly ifStopped?: string | undefined
  /** Stops the call or task elsewhere too, for a refund; rejects if it keeps running. */
  readonly cancel?: (() => Promise<unknown>) | undefined
}

/** A command's only access to its process: environment, streams, output. */
export interface Session extends Omit<Chatter, 'end'> {
  readonly env: Environment
  readonly stdin: Stdin
  readonly terminal: Terminal
  readonly isJson: boolean
  printJson(value: unknown): void
  note(circumstances: Circumstances): void
}
