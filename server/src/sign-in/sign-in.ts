import type { Provider, SessionResponse, SessionsResponse } from '@footnote/contract/site/responses'

/** Somebody who is signed in, and the account whose wallet and keys are theirs. */
export interface Member {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  readonly email: string
  /** Whether the operator's area is open to them. */
  readonly isOperator: boolean
  readonly hasTwoFactor: boolean
}

/** Who sends a request, as far as signing in has to know. */
export interface Visitor {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly address: string
}

/** Values for the Set-Cookie headers of the answer. */
export type Cookies = readonly string[]

export interface Admission {
  readonly status: 'signed_in' | 'second_factor'
  readonly cookies: Cookies
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Accounts' owners and their sessions. What a visitor may not do is thrown as an error of the
 * contract; whether an address is known here is never told.
 */
export interface SignIn {
  /** Whose session a request's cookies are of. */
  findMember(headers: Headers): Promise<Member | undefined>
  /** What the page shows of a member, and the cookies of a session that was prolonged. */
  describeMember(
    member: Member,
    visitor: Visitor,
  ): Promise<{ account: NonNullable<SessionResponse['account']>; cookies: Cookies }>

  signUp(visitor: Visitor, credentials: Credentials): Promise<void>
  confirmEmail(visitor: Visitor, proof: Credentials & { code: string }): Promise<Admission>
  signIn(visitor: Visitor, credentials: Credentials): Promise<Admission>
  startProvider(visitor: Visitor, provider: Provider): Promise<{ url: string; cookies: Cookies }>
  /** Where GitHub and Google send visitors back to: `GET /auth/callback/{provider}`. */
  handleCallback(request: Request, options?: { readonly address?: string }): Promise<Response>
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
  changeEmail(member: Member, change: Credentials): Promise<void>
  confirmNewEmail(member: Member, proof: { email: string; code: string }): Promise<void>
  closeAccount(
    member: Member,
    closure: {
      password: string
      shownUnits: bigint
      /** Sees to it that nobody pays into the account any more, or throws. */
      endPayments: () => Promise<void>
    },
  ): Promise<void>

  listSessions(member: Member): Promise<SessionsResponse['sessions']>
  /** False when the member has no such session. */
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

  /** Forgets what has ended: sessions, links, codes, and sign-ups that were never confirmed. */
  tidy(): Promise<void>
}
