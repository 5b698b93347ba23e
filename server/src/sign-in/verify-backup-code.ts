import { BACKUP_CODES, readBackupCode } from './backup-codes.ts'
import type { BetterAuth } from './better-auth.ts'
import { betterAuthStatus } from './call-better-auth.ts'

interface Verified {
  readonly headers: Headers
  readonly response: { readonly token?: string | undefined; readonly user: { readonly id: string } }
}

/**
 * Judges a backup code. better-auth keeps all codes of a member as one and gives up when another of them
 * was used in the same moment, having taken the count of this sign-in's attempts by then. That is put
 * back and the code is judged once more, by the codes that are left.
 */
export async function verifyBackupCode(
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
      // Each of the others can be used by somebody else once while this one is tried.
      if (betterAuthStatus(error) !== 'CONFLICT' || conflicts === BACKUP_CODES || !counted)
        throw error
      const { value, expiresAt } = counted
      await internalAdapter.createVerificationValue({ identifier: counter, value, expiresAt })
    }
  }
}
