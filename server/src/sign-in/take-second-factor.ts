import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { countAttempt, takeAttempt } from '../attempts/take-attempt.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import { betterAuthCode, callBetterAuth } from './call-better-auth.ts'
import { readPendingSignIn } from './read-pending-sign-in.ts'
import type { Admission, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'
import { verifyBackupCode } from './verify-backup-code.ts'

const LOCKED_SECONDS = 900
const REFUSALS = {
  INVALID_CODE: 'WRONG_CODE',
  INVALID_BACKUP_CODE: 'WRONG_CODE',
  // The sign-in that it belongs to has ended; it begins anew with the password.
  INVALID_TWO_FACTOR_COOKIE: 'SIGNED_OUT',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'SIGNED_OUT',
  TOTP_NOT_ENABLED: 'SIGNED_OUT',
  BACKUP_CODES_NOT_ENABLED: 'SIGNED_OUT',
} as const

/** Finishes a sign-in that waits for it. Each code, of an authenticator too, is good for one. */
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
      // better-auth has used this sign-in up; it begins anew with the password.
      throw new ApiError('SIGNED_OUT')
    }
  }
  return { status: 'signed_in', cookies }
}
