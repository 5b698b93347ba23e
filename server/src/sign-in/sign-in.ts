import type { Role } from '@footnote/contract/site/paths'
import type { AddPasskeyRequest, PasskeySignInRequest } from '@footnote/contract/site/requests'
import type {
  PasskeysResponse,
  Provider,
  SessionResponse,
  SessionsResponse,
} from '@footnote/contract/site/responses'

/** A signed-in user, and the account that their session works for: their own, or one that they are a member of. */
export interface Member {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  readonly role: Role
  readonly email: string
  /** True if they have access to the admin area, which is open only while they work for their own account. */
  readonly isOperator: boolean
  readonly hasTwoFactor: boolean
}

/** The sender of a request, as far as signing in needs to know. */
export interface Visitor {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly address: string
}

/** Values of the reply's Set-Cookie headers. */
export type Cookies = readonly string[]

export interface Admission {
  readonly status: 'signed_in' | 'second_factor'
  readonly cookies: Cookies
}

/** Options for the browser's authenticator, and the cookie that ties its reply to them. */
export interface PasskeyStart {
  readonly options: Record<string, unknown>
  readonly cookies: Cookies
}

/** A request to the OAuth provider, below the path of better-auth or a well-known one. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly contentType?: string | undefined
  readonly authorization?: string | undefined
  readonly body?: string
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Accounts' owners and their sessions. Refusals are thrown as errors of the contract. No reply
 * reveals whether an address has an account.
 */
export interface SignIn {
  /** Returns the member whose session a request's cookies contain. */
  findMember(headers: Headers): Promise<Member | undefined>
  /** Returns a member's details for the website, and the cookies of a prolonged session. */
  describeMember(
    member: Member,
    visitor: Visitor,
  ): Promise<{ account: NonNullable<SessionResponse['account']>; cookies: Cookies }>

  signUp(visitor: Visitor, signUp: Credentials & { acceptsTerms: boolean }): Promise<void>
  confirmEmail(visitor: Visitor, proof: Credentials & { code: string }): Promise<Admission>
  signIn(visitor: Visitor, credentials: Credentials): Promise<Admission>
  startProvider(
    visitor: Visitor,
    wish: { provider: Provider; next?: string | undefined },
  ): Promise<{ url: string; cookies: Cookies }>
  /** Handles redirects from GitHub and Google: `GET /auth/callback/{provider}`. */
  handleCallback(request: Request, options?: { readonly address?: string }): Promise<Response>
  /** Passes a request to the OAuth provider, whose plugins the service adds. */
  callProvider(visitor: Visitor, request: ProviderRequest): Promise<Response>
  takeSecondFactor(
    visitor: Visitor,
    factor: { code: string; kind: 'authenticator' | 'backup' },
  ): Promise<Admission>
  signOut(visitor: Visitor): Promise<Cookies>
  requestReset(visitor: Visitor, email: string): Promise<void>
  resetPassword(visitor: Visitor, reset: { token: string; password: string }): Promise<void>

  changePassword(
    member: Member,
    visitor: Visitor,
    change: { currentPassword: string; newPassword: string },
  ): Promise<Cookies>
  /** Checks the password before an action that a session alone must not allow, or throws. */
  requirePassword(member: Member, password: string): Promise<void>
  changeEmail(member: Member, change: Credentials): Promise<void>
  confirmNewEmail(member: Member, proof: { email: string; code: string }): Promise<void>
  closeAccount(
    member: Member,
    closure: {
      password: string
      shownUnits: bigint
      /** Ensures that nobody can pay into the account any more, or throws. */
      endPayments: () => Promise<void>
    },
  ): Promise<void>

  listSessions(member: Member): Promise<SessionsResponse['sessions']>
  /** Returns false if the member has no such session. */
  revokeSession(member: Member, sessionId: string): Promise<boolean>
  revokeOtherSessions(member: Member): Promise<void>

  startTwoFactor(
    member: Member,
    visitor: Visitor,
    password: string,
  ): Promise<{ uri: string; secret: string; backupCodes: string[] }>
  confirmTwoFactor(member: Member, visitor: Visitor, code: string): Promise<Cookies>
  stopTwoFactor(member: Member, visitor: Visitor, password: string): Promise<Cookies>
  renewBackupCodes(member: Member, visitor: Visitor, password: string): Promise<string[]>

  listPasskeys(member: Member): Promise<PasskeysResponse['passkeys']>
  startPasskey(member: Member, visitor: Visitor, password: string): Promise<PasskeyStart>
  addPasskey(member: Member, visitor: Visitor, added: AddPasskeyRequest): Promise<void>
  renamePasskey(
    member: Member,
    change: { passkeyId: string; name: string; password: string },
  ): Promise<void>
  removePasskey(member: Member, removal: { passkeyId: string; password: string }): Promise<void>
  startPasskeySignIn(visitor: Visitor): Promise<PasskeyStart>
  /** Counts as two factors, so the admission is complete. */
  signInWithPasskey(
    visitor: Visitor,
    credential: PasskeySignInRequest['credential'],
  ): Promise<Admission>

  /** Deletes expired sessions, links and codes, and sign-ups that were never confirmed. */
  tidy(): Promise<void>
}
