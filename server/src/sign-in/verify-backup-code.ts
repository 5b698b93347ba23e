import { BACKUP_CODES, readBackupCode } from './backup-codes.ts'
import { libraryStatus } from './call-library.ts'
import type { Library } from './library.ts'

interface Verified {
  readonly headers: Headers
  readonly response: { readonly token?: string | undefined; readonly user: { readonly id: string } }
}

/**
 * Judges a backup code. The library keeps all codes of a member as one and gives up when another of them
 * was used in the same moment, having taken the count of this sign-in's attempts by then. That is put
 * back and the code is judged once more, by the codes that are left.
 */
export async function verifyBackupCode(
  { api, $context }: Library,
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
      if (libraryStatus(error) !== 'CONFLICT' || conflicts === BACKUP_CODES || !counted) throw error
      const { value, expiresAt } = counted
      await internalAdapter.createVerificationValue({ identifier: counter, value, expiresAt })
    }
  }
}
