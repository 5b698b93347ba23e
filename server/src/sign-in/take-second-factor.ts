import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { countAttempt, takeAttempt } from '../attempts/take-attempt.ts'
import { BACKUP_CODES, readBackupCode } from './backup-codes.ts'
import type { BetterAuth } from './better-auth.ts'
import {
  betterAuthCode,
  betterAuthHeaders,
  betterAuthStatus,
  callBetterAuth,
} from './call-better-auth.ts'
import { DEVICE_COOKIE } from './device-plugin.ts'
import type { Admission, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const LOCKED_SECONDS = 900
const REFUSALS = {
  INVALID_CODE: 'WRONG_CODE',
  INVALID_BACKUP_CODE: 'WRONG_CODE',
  // The pending sign-in has ended; the visitor starts again with the password.
  INVALID_TWO_FACTOR_COOKIE: 'SIGNED_OUT',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'SIGNED_OUT',
  TOTP_NOT_ENABLED: 'SIGNED_OUT',
  BACKUP_CODES_NOT_ENABLED: 'SIGNED_OUT',
} as const

/** Completes a pending sign-in. Each code, also of an authenticator, is valid for one. */
export async function takeSecondFactor(
  { database, betterAuth }: SignInContext,
  visitor: Visitor,
  { code, kind }: { code: string; kind: 'authenticator' | 'backup' },
): Promise<Admission> {
  await takeAttempt(database, 'secondFactorFromAddress', networkOf(visitor.address))
  const loaded = await betterAuth()
  const { id: pendingId, cookie } = await readPendingSignIn(loaded, visitor.cookie)
  const headers = betterAuthHeaders({ ...visitor, cookie })
  const call =
    kind === 'backup'
      ? verifyBackupCode(loaded, { code, headers, pendingId })
      : loaded.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
  const { response, cookies } = await callBetterAuth<{
    token?: string | undefined
    user: { id: string }
  }>(call, {
    refusals: REFUSALS,
  }).catch((error: unknown) => {
    if (betterAuthCode(error) !== 'ACCOUNT_TEMPORARILY_LOCKED') throw error
    throw new ApiError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: LOCKED_SECONDS })
  })
  if (kind === 'authenticator') {
    const seconds = await countAttempt(database, 'sameAuthenticatorCode', response.user.id, code)
    if (seconds > 0) {
      const { internalAdapter } = await loaded.$context
      if (response.token) await internalAdapter.deleteSession(response.token)
      // better-auth has used up this pending sign-in; the visitor starts again with the password.
      throw new ApiError('SIGNED_OUT')
    }
  }
  return { status: 'signed_in', cookies }
}

interface PendingSignIn {
  /** better-auth's id for it; undefined if no sign-in is pending. */
  readonly id: string | undefined
  /**
   * Its cookie and the browser's alone: with a session's cookie, better-auth would check the session's own setup.
   */
  readonly cookie: string | undefined
}

/** Reads the sign-in that waits for its second factor from a request's cookies. */
async function readPendingSignIn(
  { $context }: BetterAuth,
  cookies: string | undefined,
): Promise<PendingSignIn> {
  const { createAuthCookie } = await $context
  const { name } = createAuthCookie('two_factor')
  const { name: deviceName } = createAuthCookie(DEVICE_COOKIE)
  const pairs = cookies?.split(';').map(pair => pair.trim()) ?? []
  const pending = pairs.find(pair => pair.startsWith(`${name}=`))
  const device = pairs.find(pair => pair.startsWith(`${deviceName}=`))
  return {
    // better-auth checks the signature behind the dot.
    id: pending?.slice(name.length + 1).split('.')[0],
    cookie: [pending, device].filter(pair => pair !== undefined).join('; ') || undefined,
  }
}

interface Verified {
  readonly headers: Headers
  readonly response: { readonly token?: string | undefined; readonly user: { readonly id: string } }
}

/**
 * Checks a backup code. better-auth stores a member's codes as one value and gives up if another
 * code was used at the same moment, after it has counted the attempt. The count is then restored
 * and the code checked again, against the remaining codes.
 */
async function verifyBackupCode(
  { api, $context }: BetterAuth,
  { code, headers, pendingId }: { code: string; headers: Headers; pendingId: string | undefined },
): Promise<Verified> {
  const { internalAdapter } = await $context
  const counter = `2fa-attempts-${pendingId}`
  for (let conflicts = 0; ; conflicts += 1) {
    const counted = pendingId && (await internalAdapter.findVerificationValue(counter))
    try {
      const body = { code: readBackupCode(code) }
      return await api.verifyBackupCode({ body, headers, returnHeaders: true })
    } catch (error) {
      // Each of the other codes can be used once while this one is checked.
      if (betterAuthStatus(error) !== 'CONFLICT' || conflicts === BACKUP_CODES || !counted)
        throw error
      const { value, expiresAt } = counted
      await internalAdapter.createVerificationValue({ identifier: counter, value, expiresAt })
    }
  }
}
