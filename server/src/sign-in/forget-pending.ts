import type { Database } from '@footnote/platform/database/connect'

/** Links and half-finished sign-ins that a password made possible which is no longer the one. */
export async function forgetPending(
  database: Database,
  { userId }: { userId: string },
): Promise<void> {
  await database.query('delete from auth_verification where value = $1', [userId])
}
