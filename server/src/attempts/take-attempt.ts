import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { type AttemptKind, attemptLimits } from './attempt-limits.ts'

/** Counts an attempt by whoever or whatever is named, and refuses it when there were too many. */
export async function takeAttempt(
  database: Database,
  kind: AttemptKind,
  ...names: readonly string[]
): Promise<void> {
  const seconds = await countAttempt(database, kind, ...names)
  if (seconds > 0) throw new ApiError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds })
}

/** The seconds until the next attempt is allowed; 0 if this one is. */
export async function countAttempt(
  database: Database,
  kind: AttemptKind,
  ...names: readonly string[]
): Promise<number> {
  const { most, windowMs } = attemptLimits[kind]
  const { rows } = await database.query<{ seconds: number }>(
    'select take_attempt($1, $2, $3) as seconds',
    [[kind, ...names].join(' '), most, windowMs],
  )
  const [row] = rows
  if (!row) throw new Error('take_attempt returned nothing')
  return row.seconds
}
