import type { Database } from '@footnote/platform/database/connect'
import type { OAuthConfig } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SiteSecrets } from '../secrets/site-secrets.ts'
import { type BetterAuth, loadBetterAuth } from './better-auth.ts'
import { callProvider } from './call-provider.ts'
import { changeEmail, confirmNewEmail } from './change-email.ts'
import { closeOwnAccount } from './close-own-account.ts'
import { confirmEmail } from './confirm-email.ts'
import { describeMember } from './describe-member.ts'
import { findMember } from './find-member.ts'
import { createMessages } from './messages.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkeys.ts'
import {
  changePassword,
  forgetPending,
  requestReset,
  requirePassword,
  resetPassword,
} from './passwords.ts'
import { handleCallback, startProvider } from './provider-sign-in.ts'
import { listSessions, revokeOtherSessions, revokeSession, signOut, tidy } from './sessions.ts'
import type { SignIn } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { signUp } from './sign-up.ts'
import { takeSecondFactor } from './take-second-factor.ts'
import { confirmTwoFactor, renewBackupCodes, startTwoFactor, stopTwoFactor } from './two-factor.ts'

interface Dependencies {
  readonly database: Database
  readonly mailer: Mailer
  readonly reportFault: (error: unknown) => void
}

interface Options {
  readonly secrets: SiteSecrets
  /**
   * Returns the website's origin; called when first needed, since the port may be chosen at start.
   */
  readonly origin: () => string
  readonly secureCookies: boolean
  readonly termsUrl?: string | undefined
  readonly github: OAuthConfig | undefined
  readonly google: OAuthConfig | undefined
  /** Loads further plugins of better-auth. */
  readonly loadPlugins?: () => Promise<readonly object[]>
}

export function createSignIn(
  { database, mailer, reportFault }: Dependencies,
  options: Options,
): SignIn {
  const messages = createMessages(options)
  let loaded: { secret: string; auth: Promise<BetterAuth> } | undefined

  const load = (secret: string) =>
    loadBetterAuth(
      {
        database,
        reportFault,
        sendReset: ({ email, token }) => mailer.post(messages.resetPassword(email, { token })),
        async afterReset({ id, email }) {
          await forgetPending(database, { userId: id })
          // An intruder may have added one.
          await database.query('delete from auth_passkey where user_id = $1', [id])
          await mailer.post(messages.passwordChanged(email))
        },
      },
      { ...options, secret, origin: options.origin() },
    )
  const betterAuth = () => {
    const { current: secret } = options.secrets
    loaded = loaded?.secret === secret ? loaded : { secret, auth: load(secret) }
    return loaded.auth.catch(error => {
      // The next caller tries again.
      loaded = undefined
      throw error
    })
  }
  const context: SignInContext = {
    database,
    mailer,
    messages,
    betterAuth,
    secrets: options.secrets,
    termsUrl: options.termsUrl,
    reportFault,
  }

  return {
    findMember: headers => findMember(context, headers),
    describeMember: (member, visitor) => describeMember(context, member, visitor),
    signUp: (visitor, { email, ...rest }) =>
      signUp(context, visitor, { email: fold(email), ...rest }),
    confirmEmail: (visitor, { email, ...rest }) =>
      confirmEmail(context, visitor, { email: fold(email), ...rest }),
    signIn: (visitor, { email, ...rest }) =>
      signInWithPassword(context, visitor, { email: fold(email), ...rest }),
    startProvider: (visitor, wish) => startProvider(context, visitor, wish),
    handleCallback: (request, callback) => handleCallback(context, request, callback),
    callProvider: (visitor, request) => callProvider(context, visitor, request),
    takeSecondFactor: (visitor, factor) => takeSecondFactor(context, visitor, factor),
    signOut: visitor => signOut(context, visitor),
    requestReset: (visitor, email) => requestReset(context, visitor, fold(email)),
    resetPassword: (visitor, reset) => resetPassword(context, visitor, reset),
    changePassword: (member, visitor, change) =>
      changePassword(context, member, { visitor, ...change }),
    requirePassword: (member, password) => requirePassword(context, member, password),
    changeEmail: (member, { email, ...rest }) =>
      changeEmail(context, member, { email: fold(email), ...rest }),
    confirmNewEmail: (member, { email, ...rest }) =>
      confirmNewEmail(context, member, { email: fold(email), ...rest }),
    closeAccount: (member, closure) => closeOwnAccount(context, member, closure),
    listSessions: member => listSessions(database, member),
    revokeSession: (member, sessionId) => revokeSession(database, member, sessionId),
    revokeOtherSessions: member => revokeOtherSessions(database, member),
    startTwoFactor: (member, visitor, password) =>
      startTwoFactor(context, member, { visitor, password }),
    confirmTwoFactor: (member, visitor, code) =>
      confirmTwoFactor(context, member, { visitor, code }),
    stopTwoFactor: (member, visitor, password) =>
      stopTwoFactor(context, member, { visitor, password }),
    renewBackupCodes: (member, visitor, password) =>
      renewBackupCodes(context, member, { visitor, password }),
    listPasskeys: member => listPasskeys(database, member),
    startPasskey: (member, visitor, password) =>
      startPasskey(context, member, { visitor, password }),
    addPasskey: (member, visitor, added) => addPasskey(context, member, { visitor, ...added }),
    renamePasskey: (member, change) => renamePasskey(context, member, change),
    removePasskey: (member, removal) => removePasskey(context, member, removal),
    startPasskeySignIn: visitor => startPasskeySignIn(context, visitor),
    signInWithPasskey: (visitor, credential) => signInWithPasskey(context, visitor, credential),
    tidy: () => tidy(database),
  }
}

/** Addresses are case-insensitive. */
function fold(email: string): string {
  return email.toLowerCase()
}
