import { createHmac, randomInt } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import { CODE_MINUTES } from './messages.ts'
import type { SignInContext } from './sign-in-context.ts'

const TRIES = 5

interface CodeOwner {
  readonly userId: string
  readonly email: string
}

/** Creates a code for an address and invalidates the one before. */
export async function makeEmailCode(
  { database, secrets }: SignInContext,
  { userId, email }: CodeOwner,
): Promise<string> {
  const { codeDigits } = siteLimits
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  await database.query(
    `insert into email_code (user_id, email, hash, tries_left, expires_at)
     values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 minute')
     on conflict (user_id) do update set
       email = excluded.email, hash = excluded.hash, tries_left = excluded.tries_left,
       expires_at = excluded.expires_at`,
    [userId, email, hashCode(secrets.current, { userId, email, code }), TRIES, CODE_MINUTES],
  )
  return code
}

/** Returns the hash of a code that a user entered, with the secret that made the latest code if it is the same. */
export async function hashEmailCode(
  { database, secrets }: Pick<SignInContext, 'database' | 'secrets'>,
  entered: CodeOwner & { readonly code: string },
): Promise<Buffer> {
  const { rows } = await database.query<{ hash: Buffer }>(
    'select hash from email_code where user_id = $1',
    [entered.userId],
  )
  const hashes = secrets.all.map(secret => hashCode(secret, entered))
  return hashes.find(hash => rows[0]?.hash.equals(hash)) ?? hashCode(secrets.current, entered)
}

/** Keyed, since a plain hash of a six-digit code is quickly reversed. */
function hashCode(
  secret: string,
  { userId, email, code }: CodeOwner & { readonly code: string },
): Buffer {
  return createHmac('sha256', secret).update(`email-code ${userId} ${email} ${code}`).digest()
}
