import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { countAttempt, takeAttempt, takeMailAttempt } from '../attempts/take-attempt.ts'
import { makeEmailCode } from './email-code.ts'
import type { Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/**
 * Sends a code to the address, or a message that it already has an account; the reply is the same.
 * Until somebody proves the address, the latest sign-up sets its password, so signing up first with
 * another's address gains nothing.
 */
export async function signUp(
  context: SignInContext,
  { address }: Visitor,
  { email, password, acceptsTerms }: { email: string; password: string; acceptsTerms: boolean },
): Promise<void> {
  const { database, betterAuth, mailer, messages, termsUrl } = context
  if (termsUrl !== undefined && !acceptsTerms) {
    throw new ApiError('INVALID_REQUEST', {
      errors: [{ path: '/accept_terms', message: 'Accept the terms to create an account.' }],
    })
  }
  const network = networkOf(address)
  await takeAttempt(database, 'signUpFromAddress', network)
  await takeMailAttempt(database, 'code', { email, sender: network })
  const { password: passwords } = await (await betterAuth()).$context
  const hash = await passwords.hash(password)
  const userId = await putUnconfirmedUser(database, { email, hash, termsUrl })
  if (userId === undefined) {
    await mailMember(context, { email })
    return
  }
  const code = await makeEmailCode(context, { userId, email })
  await mailer.post(messages.confirmEmail(email, { code }))
}

/** Returns undefined if the address is proven and belongs to somebody. */
async function putUnconfirmedUser(
  database: Database,
  { email, hash, termsUrl }: { email: string; hash: string; termsUrl: string | undefined },
): Promise<string | undefined> {
  const { rows } = await database.query<{ user_id: string }>(
    `with unconfirmed as (
       insert into auth_user (id, email, terms_url, terms_accepted_at)
       values ($1, $2, $5, case when $5::text is not null then clock_timestamp() end)
       on conflict (email) do update set
         updated_at = clock_timestamp(),
         terms_url = excluded.terms_url,
         terms_accepted_at = excluded.terms_accepted_at
         where not auth_user.email_verified
       returning id
     )
     insert into auth_login (id, user_id, provider_id, account_id, password)
     select $3, id, 'credential', id::text, $4 from unconfirmed
     on conflict (provider_id, account_id) do update set
       password = excluded.password, updated_at = clock_timestamp()
     returning user_id`,
    [randomUUIDv7(), email, randomUUIDv7(), hash, termsUrl],
  )
  return rows[0]?.user_id
}

/**
 * Mails an owner that somebody tried to use their address, a few times a day at most. The reply
 * reveals neither the limit nor that there is an account.
 */
export async function mailMember(
  { database, mailer, messages }: SignInContext,
  { email }: { email: string },
): Promise<void> {
  const seconds = await countAttempt(database, 'alreadyMemberMail', email)
  if (seconds === 0) await mailer.post(messages.alreadyMember(email))
}
