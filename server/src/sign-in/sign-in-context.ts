import type { Database } from '@footnote/platform/database/connect'
import type { Mailer } from '../mail/mailer.ts'
import type { Library } from './library.ts'
import type { Messages } from './messages.ts'

/** What the operations of signing in are made of. */
export interface SignInContext {
  readonly database: Database
  readonly mailer: Mailer
  readonly messages: Messages
  /** Loaded when it is first asked for. */
  readonly library: () => Promise<Library>
  readonly secret: string
  readonly reportFault: (error: unknown) => void
}
