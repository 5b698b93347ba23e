import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

const SUBJECT = 'Two-factor authentication was turned off'
/** Has no link, since a command need not know the website's address. */
const TEXT = `The operator of this service turned off two-factor authentication for your account and signed you out everywhere. Signing in now requires only your password.

Turn it on again in Settings once you have an authenticator app. If you didn’t request this, contact the operator of this service.

Footnote
`

/**
 * Turns two-factor authentication off for an owner who lost the authenticator and the backup codes.
 * One statement also ends sessions and pending sign-ins and posts a message to the owner. Returns
 * undefined if it is not on.
 */
export async function resetTwoFactor(
  database: Database,
  { accountId }: { accountId: string },
): Promise<{ sessions: number } | undefined> {
  const { rows } = await database.query<{ sessions: number }>(
    `with owner as (
       update auth_user set two_factor_enabled = false, updated_at = clock_timestamp()
       where id = (select user_id from account where id = $1) and two_factor_enabled
       returning id, email
     ), factor as (
       delete from auth_two_factor using owner where user_id = owner.id
     ), pending as (
       delete from auth_verification using owner where value = owner.id::text
     ), ended as (
       delete from auth_session using owner where user_id = owner.id returning user_id
     ), message as (
       insert into mail (id, recipient, subject, body) select $2, email, $3, $4 from owner
     )
     select (select count(*)::integer from ended) as sessions from owner`,
    [accountId, randomUUIDv7(), SUBJECT, TEXT],
  )
  return rows[0]
}
