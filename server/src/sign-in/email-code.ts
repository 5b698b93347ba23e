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
  { database, secret }: SignInContext,
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
    [userId, email, hashEmailCode({ secret }, { userId, email, code }), TRIES, CODE_MINUTES],
  )
  return code
}

/** Keyed, since a plain hash of a six-digit code is quickly reversed. */
export function hashEmailCode(
  { secret }: Pick<SignInContext, 'secret'>,
  { userId, email, code }: CodeOwner & { readonly code: string },
): Buffer {
  return createHmac('sha256', secret).update(`email-code ${userId} ${email} ${code}`).digest()
}
