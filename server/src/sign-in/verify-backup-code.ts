import { libraryStatus } from './call-library.ts'
import type { Library } from './library.ts'

interface Verified {
  readonly headers: Headers
  readonly response: { readonly token?: string | undefined; readonly user: { readonly id: string } }
}

/** As many as there are, each of which can be used by somebody else once while this one is tried. */
const BACKUP_CODES = 10

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
      return await api.verifyBackupCode({ body: { code }, headers, returnHeaders: true })
    } catch (error) {
      if (libraryStatus(error) !== 'CONFLICT' || conflicts === BACKUP_CODES || !counted) throw error
      const { value, expiresAt } = counted
      await internalAdapter.createVerificationValue({ identifier: counter, value, expiresAt })
    }
  }
}
