import type { Database } from '@footnote/platform/database/connect'
import type { Mailer } from '../mail/mailer.ts'
import type { SiteSecrets } from '../secrets/site-secrets.ts'
import type { BetterAuth } from './better-auth.ts'
import type { Messages } from './messages.ts'

/** Dependencies of the sign-in operations. */
export interface SignInContext {
  readonly database: Database
  readonly mailer: Mailer
  readonly messages: Messages
  /** Loads better-auth on first use. */
  readonly betterAuth: () => Promise<BetterAuth>
  readonly secrets: SiteSecrets
  /** Terms that new users accept; undefined if there are none. */
  readonly termsUrl: string | undefined
  readonly reportFault: (error: unknown) => void
}
