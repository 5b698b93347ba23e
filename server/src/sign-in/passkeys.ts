import { siteLimits } from '@footnote/contract/site/limits'
import type { AddPasskeyRequest, PasskeySignInRequest } from '@footnote/contract/site/requests'
import type { PasskeysResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import { requirePassword } from './passwords.ts'
import type { Admission, Member, PasskeyStart, SignIn, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const REFUSALS = {
  CHALLENGE_NOT_FOUND: 'WRONG_PASSKEY',
  PASSKEY_NOT_FOUND: 'WRONG_PASSKEY',
  AUTHENTICATION_FAILED: 'WRONG_PASSKEY',
  FAILED_TO_VERIFY_REGISTRATION: 'WRONG_PASSKEY',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'WRONG_PASSKEY',
  USER_NOT_VERIFIED: 'WRONG_PASSKEY',
} as const

interface PasskeyRow {
  readonly id: string
  readonly name: string
  readonly backed_up: boolean
  readonly created_at: Date
}

export async function listPasskeys(
  database: Database,
  { userId }: Member,
): Promise<PasskeysResponse['passkeys']> {
  const { rows } = await database.query<PasskeyRow>(
    `select id, name, backed_up, created_at from auth_passkey
     where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows.map(row => ({
    passkey_id: row.id,
    name: row.name,
    is_synced: row.backed_up,
    created_at: row.created_at.toISOString(),
  }))
}

/** Returns what the browser needs to make a passkey, and the cookie that ties its reply to it. */
export async function startPasskey(
  context: SignInContext,
  member: Member,
  { visitor, password }: { visitor: Visitor; password: string },
): Promise<PasskeyStart> {
  const { database, betterAuth } = context
  await requirePassword(context, member, password)
  if ((await listPasskeys(database, member)).length >= siteLimits.passkeys) {
    throw new ApiError('INVALID_REQUEST', {
      message: `You have ${siteLimits.passkeys} passkeys already. Remove one and try again.`,
    })
  }
  const { api } = await betterAuth()
  const { response, cookies } = await callBetterAuth(
    api.generatePasskeyRegistrationOptions({
      query: {},
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
  )
  return { options: { ...response }, cookies }
}

export async function addPasskey(
  context: SignInContext,
  member: Member,
  { visitor, name, credential }: AddPasskeyRequest & { readonly visitor: Visitor },
): Promise<void> {
  const { betterAuth, mailer, messages } = context
  const { api } = await betterAuth()
  await callBetterAuth(
    api.verifyPasskeyRegistration({
      body: { name, response: credential },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
    { refusals: REFUSALS },
  )
  await mailer.post(messages.passkeyAdded(member.email, { name }))
}

/** Throws if the member has no such passkey. */
export async function renamePasskey(
  context: SignInContext,
  member: Member,
  { passkeyId, name, password }: Parameters<SignIn['renamePasskey']>[1],
): Promise<void> {
  await requirePassword(context, member, password)
  const { rowCount } = await context.database.query(
    'update auth_passkey set name = $3 where id = $1 and user_id = $2',
    [uuidOf(passkeyId), member.userId, name],
  )
  if (rowCount !== 1) throw new ApiError('NOT_FOUND')
}

/** Throws if the member has no such passkey. */
export async function removePasskey(
  context: SignInContext,
  member: Member,
  { passkeyId, password }: Parameters<SignIn['removePasskey']>[1],
): Promise<void> {
  const { database, mailer, messages } = context
  await requirePassword(context, member, password)
  const { rows } = await database.query<{ name: string }>(
    'delete from auth_passkey where id = $1 and user_id = $2 returning name',
    [uuidOf(passkeyId), member.userId],
  )
  const [removed] = rows
  if (!removed) throw new ApiError('NOT_FOUND')
  await mailer.post(messages.passkeyRemoved(member.email, removed))
}

/** Returns what the browser needs to sign in with any passkey of this website. */
export async function startPasskeySignIn(
  { database, betterAuth }: SignInContext,
  visitor: Visitor,
): Promise<PasskeyStart> {
  await takeAttempt(database, 'passkeyFromAddress', networkOf(visitor.address))
  const { api } = await betterAuth()
  const { response, cookies } = await callBetterAuth(
    // Without a session's cookie: the reply must not depend on who is signed in.
    api.generatePasskeyAuthenticationOptions({
      headers: betterAuthHeaders({ ...visitor, cookie: undefined }),
      returnHeaders: true,
    }),
  )
  return { options: { ...response, userVerification: 'required' }, cookies }
}

/** Opens a session. Asks for no second factor, since the authenticator has verified its user. */
export async function signInWithPasskey(
  { database, betterAuth }: SignInContext,
  visitor: Visitor,
  credential: PasskeySignInRequest['credential'],
): Promise<Admission> {
  await takeAttempt(database, 'signInFromAddress', networkOf(visitor.address))
  const { api } = await betterAuth()
  const { cookies } = await callBetterAuth(
    api.verifyPasskeyAuthentication({
      body: { response: credential },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
    { refusals: REFUSALS },
  )
  return { status: 'signed_in', cookies }
}

function uuidOf(id: string): string {
  if (!isUuid(id)) throw new ApiError('NOT_FOUND')
  return id
}
