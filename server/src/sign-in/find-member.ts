import type { Database } from '@footnote/platform/database/connect'
import { claimAccount } from '../accounts/claim-account.ts'
import type { Member } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const SEEN_MINUTES = 5

/** Whose session the cookies are of. The database is asked each time: a revoked session is no session. */
export async function findMember(
  { database, library }: SignInContext,
  headers: Headers,
): Promise<Member | undefined> {
  const cookie = headers.get('cookie')
  if (cookie === null || !cookie.includes('footnote.session_token=')) return undefined
  const { api } = await library()
  const found = await api.getSession({
    headers: new Headers({ cookie }),
    query: { disableRefresh: true },
  })
  if (!found) return undefined
  const { id: sessionId, userId } = found.session
  const accountId =
    (await findAccountId(database, { sessionId, userId })) ??
    // Somebody who came through a provider for the first time.
    (await claimAccount(database, { userId }))
  return accountId === undefined
    ? undefined
    : { userId, sessionId, accountId, email: found.user.email }
}

async function findAccountId(
  database: Database,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `with seen as (
       update auth_session set updated_at = clock_timestamp()
       where id = $1 and updated_at < clock_timestamp() - $3 * interval '1 minute'
     )
     select id from account where user_id = $2`,
    [sessionId, userId, SEEN_MINUTES],
  )
  return rows[0]?.id
}
