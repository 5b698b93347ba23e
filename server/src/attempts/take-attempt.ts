import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { type AttemptKind, type AttemptLimit, attemptLimits } from './attempt-limits.ts'

/** Counts an attempt under the given names and throws if there were too many. */
export async function takeAttempt(
  database: Database,
  kind: AttemptKind,
  ...names: readonly string[]
): Promise<void> {
  const seconds = await countAttempt(database, kind, ...names)
  if (seconds > 0) throw new ApiError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds })
}

/** Counts an attempt and returns the seconds until the next is allowed, 0 if this one is. */
export async function countAttempt(
  database: Pick<Database, 'query'>,
  kind: AttemptKind,
  ...names: readonly string[]
): Promise<number> {
  return countWithin(database, [kind, ...names].join(' '), attemptLimits[kind])
}

/** Counts an attempt of any name within a limit, like `countAttempt`. */
export async function countWithin(
  database: Pick<Database, 'query'>,
  name: string,
  { most, windowMs }: AttemptLimit,
): Promise<number> {
  const { rows } = await database.query<{ seconds: number }>(
    'select take_attempt($1, $2, $3) as seconds',
    [name, most, windowMs],
  )
  const [row] = rows
  if (!row) throw new Error('take_attempt returned nothing')
  return row.seconds
}

/** Kinds of mail, counted separately so that one cannot use up the limit of another. */
type MailKind = 'code' | 'reset' | 'new_address' | 'invitation'

interface MailAttempt {
  readonly email: string
  /** The network or member who caused the mail. */
  readonly sender: string
}

/**
 * Counts the sender's own limit first, so that a refused sender uses up nothing of the shared one.
 */
export async function takeMailAttempt(
  database: Database,
  kind: MailKind,
  { email, sender }: MailAttempt,
): Promise<void> {
  await takeAttempt(database, 'mailToEmailFromSender', kind, email, sender)
  await takeAttempt(database, 'mailToEmail', kind, email)
}

/** Counts a password check that a stranger can cause, whichever operation makes it. */
export async function takePasswordAttempt(
  database: Database,
  { email, network }: { email: string; network: string },
): Promise<void> {
  await takeAttempt(database, 'signInForEmailFromAddress', email, network)
  await takeAttempt(database, 'signInForEmail', email)
}
