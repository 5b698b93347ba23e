import { ApiError } from '../api-error.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import { requirePassword } from './passwords.ts'
import type { Cookies, Member, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

interface Asked {
  readonly visitor: Visitor
  readonly password: string
}

/** Creates a secret for the authenticator; nothing changes until a code confirms it. */
export async function startTwoFactor(
  context: SignInContext,
  member: Member,
  { visitor, password }: Asked,
): Promise<{ uri: string; secret: string; backupCodes: string[] }> {
  await requirePassword(context, member, password)
  await requireTwoFactor(context, member, 'off')
  const { api } = await context.betterAuth()
  const { response } = await callBetterAuth(
    api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
  )
  if (response.method !== 'totp') throw new Error('better-auth returned another second factor')
  const { totpURI: uri, backupCodes } = response
  const secret = new URL(uri).searchParams.get('secret')
  if (!secret) throw new Error('the otpauth URI has no secret')
  return { uri, secret, backupCodes }
}

export async function confirmTwoFactor(
  context: SignInContext,
  member: Member,
  { visitor, code }: { visitor: Visitor; code: string },
): Promise<Cookies> {
  const { database, betterAuth, mailer, messages } = context
  await takeAttempt(database, 'codeOfMember', member.userId)
  await requireTwoFactor(context, member, 'off')
  const { api } = await betterAuth()
  const { cookies } = await callBetterAuth(
    api.verifyTOTP({ body: { code }, headers: betterAuthHeaders(visitor), returnHeaders: true }),
    { refusals: { INVALID_CODE: 'WRONG_CODE', TOTP_NOT_ENABLED: 'WRONG_CODE' } },
  )
  await mailer.post(messages.twoFactorOn(member.email))
  return cookies
}

export async function stopTwoFactor(
  context: SignInContext,
  member: Member,
  { visitor, password }: Asked,
): Promise<Cookies> {
  const { betterAuth, mailer, messages } = context
  await requirePassword(context, member, password)
  await requireTwoFactor(context, member, 'on')
  const { api } = await betterAuth()
  const { cookies } = await callBetterAuth(
    api.disableTwoFactor({
      body: { password },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
  )
  await mailer.post(messages.twoFactorOff(member.email))
  return cookies
}

export async function renewBackupCodes(
  context: SignInContext,
  member: Member,
  { visitor, password }: Asked,
): Promise<string[]> {
  const { betterAuth, mailer, messages } = context
  await requirePassword(context, member, password)
  await requireTwoFactor(context, member, 'on')
  const { api } = await betterAuth()
  const { response } = await callBetterAuth(
    api.generateBackupCodes({
      body: { password },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
  )
  await mailer.post(messages.newBackupCodes(member.email))
  return response.backupCodes
}

async function requireTwoFactor(
  { database }: SignInContext,
  { userId }: Member,
  state: 'on' | 'off',
): Promise<void> {
  const { rows } = await database.query<{ is_on: boolean }>(
    'select two_factor_enabled as is_on from auth_user where id = $1',
    [userId],
  )
  if (rows[0]?.is_on === (state === 'on')) return
  throw new ApiError('INVALID_REQUEST', {
    message: `Two-factor authentication is ${state === 'on' ? 'off' : 'already on'}. Reload the page.`,
  })
}
