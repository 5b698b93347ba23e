import type { Database } from '@footnote/platform/database/connect'
import { takeAttempt } from '../attempts/take-attempt.ts'

/** Wherever a stranger can have a password judged, it counts as the same attempt. */
export async function takePasswordAttempt(
  database: Database,
  { email, network }: { email: string; network: string },
): Promise<void> {
  await takeAttempt(database, 'signInForEmailFromAddress', email, network)
  await takeAttempt(database, 'signInForEmail', email)
}
