import { randomUUIDv7 } from 'node:crypto'
import { pages } from '@footnote/contract/site/pages'
import type { Database } from '@footnote/platform/database/connect'
import type { OAuthConfig } from '../config.ts'
import { loadResignPlugin } from '../secrets/resign-plugin.ts'
import type { SiteSecrets } from '../secrets/site-secrets.ts'
import { VISITOR_HEADER } from './call-better-auth.ts'
import { loadDevicePlugin } from './device-plugin.ts'
import { LINK_MINUTES } from './messages.ts'
import { loadPasskeyPlugin } from './passkey-plugin.ts'
import { proveEmail } from './prove-email.ts'
import { loadTwoFactorPlugin } from './two-factor-plugin.ts'

export interface BetterAuthDependencies {
  readonly database: Database
  readonly reportFault: (error: unknown) => void
  readonly sendReset: (options: { email: string; token: string }) => Promise<void>
  readonly afterReset: (user: { id: string; email: string }) => Promise<void>
}

export interface BetterAuthOptions {
  /** Signs and seals, of all secrets of the service. */
  readonly secret: string
  readonly secrets: SiteSecrets
  readonly origin: string
  readonly secureCookies: boolean
  readonly termsUrl?: string | undefined
  readonly github: OAuthConfig | undefined
  readonly google: OAuthConfig | undefined
  readonly loadPlugins?: () => Promise<readonly object[]>
}

const DAY_SECONDS = 86_400
/**
 * Effectively no limit: the contract limits the length in characters, which better-auth counts
 * differently.
 */
const ANY_LENGTH = 1_000
/** Path that better-auth serves over HTTP: its callback for providers, and nothing else. */
export const AUTH_PATH = '/auth'

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/**
 * Loads better-auth, which we use for passwords, sessions, second factors and providers. It loads
 * when first needed, since loading takes longer than most commands run.
 */
export async function loadBetterAuth(deps: BetterAuthDependencies, options: BetterAuthOptions) {
  const { database } = deps
  const [{ betterAuth }, twoFactor, resign, devices, passkey, providers, plugins] =
    await Promise.all([
      import('better-auth'),
      loadTwoFactorPlugin(options),
      loadResignPlugin(options),
      loadDevicePlugin(database),
      loadPasskeyPlugin(options),
      import('better-auth/social-providers'),
      options.loadPlugins?.() ?? [],
    ])
  const { github, google } = options
  const askGithub = github && providers.github(github).getUserInfo
  const askGoogle = google && providers.google(google).getUserInfo

  return betterAuth({
    appName: 'Footnote',
    baseURL: options.origin,
    basePath: AUTH_PATH,
    secret: options.secret,
    trustedOrigins: [options.origin],
    database,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => report(deps, details, message),
    },
    onAPIError: { errorURL: pages.signIn, onError: error => report(deps, [error]) },
    // Our own operations count attempts in the database.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'footnote',
      useSecureCookies: options.secureCookies,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [VISITOR_HEADER], ipv6Subnet: 128 },
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 1,
      maxPasswordLength: ANY_LENGTH,
      resetPasswordTokenExpiresIn: LINK_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => deps.sendReset({ email: user.email, token }),
      onPasswordReset: ({ user }) => deps.afterReset(user),
    },
    socialProviders: {
      ...(askGithub && {
        github: { ...github, getUserInfo: tokens => proveEmail(database, () => askGithub(tokens)) },
      }),
      ...(askGoogle && {
        google: { ...google, getUserInfo: tokens => proveEmail(database, () => askGoogle(tokens)) },
      }),
    },
    user: { modelName: 'auth_user', fields: { ...times, emailVerified: 'email_verified' } },
    session: {
      modelName: 'auth_session',
      fields: {
        ...times,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // Our own operations ask for the password, however old the session is.
      freshAge: 0,
    },
    account: {
      modelName: 'auth_login',
      fields: { ...times, userId: 'user_id', providerId: 'provider_id', accountId: 'account_id' },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'auth_verification',
      fields: { ...times, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      account: { create: { before: async login => ({ data: bare(login) }) } },
      // Only providers create users here. The buttons that lead to them name the terms.
      user: { create: { after: ({ id }) => noteTerms(database, { userId: id, ...options }) } },
    },
    // Further plugins add nothing to the type, since they are called over HTTP.
    plugins: [
      resign,
      twoFactor,
      passkey,
      // After the second factor, which withdraws the session until its code is there.
      devices,
      ...(plugins as never[]),
    ],
  })
}

export type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>

async function noteTerms(
  database: Database,
  { userId, termsUrl }: { userId: string; termsUrl?: string | undefined },
): Promise<void> {
  if (termsUrl === undefined) return
  await database.query(
    'update auth_user set terms_url = $2, terms_accepted_at = clock_timestamp() where id = $1',
    [userId, termsUrl],
  )
}

/** Drops the provider's tokens, which we do not need. */
function bare(login: object): object {
  const { userId, providerId, accountId, password } = login as Record<string, unknown>
  return {
    ...Object.fromEntries(Object.keys(login).map(name => [name, undefined])),
    ...{ userId, providerId, accountId, password },
  }
}

/**
 * Reports faults only: refused requests are expected, and better-auth's messages may quote
 * visitors.
 */
function report(
  { reportFault }: BetterAuthDependencies,
  details: readonly unknown[],
  message = '',
): void {
  // A passkey that does not fit is an error without a code; the database's errors have one.
  const isPasskey = /^Failed to verify (registration|authentication)$/.test(message)
  const faults = details.filter(
    detail =>
      detail instanceof Error &&
      !/^(API|BetterAuth)Error$/.test(detail.name) &&
      !(isPasskey && !('code' in detail)),
  )
  for (const fault of faults) reportFault(fault)
}
