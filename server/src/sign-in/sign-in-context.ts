import type { Database } from '@footnote/platform/database/connect'
import type { Mailer } from '../mail/mailer.ts'
import type { BetterAuth } from './better-auth.ts'
import type { Messages } from './messages.ts'

/** What the operations of signing in are made of. */
export interface SignInContext {
  readonly database: Database
  readonly mailer: Mailer
  readonly messages: Messages
  /** Loaded when it is first asked for. */
  readonly betterAuth: () => Promise<BetterAuth>
  readonly secret: string
  readonly reportFault: (error: unknown) => void
}
