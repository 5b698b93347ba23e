import type { Database } from '@footnote/platform/database/connect'
import { claimAccount } from '../accounts/accounts.ts'
import type { Member } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const SEEN_MINUTES = 5

/**
 * Returns the member whose session the cookies contain. It queries the database each time, so a
 * revoked session ends at once.
 */
export async function findMember(
  { database, betterAuth }: SignInContext,
  headers: Headers,
): Promise<Member | undefined> {
  const cookie = headers.get('cookie')
  if (cookie === null || !cookie.includes('footnote.session_token=')) return undefined
  const { api } = await betterAuth()
  const found = await api.getSession({
    headers: new Headers({ cookie }),
    query: { disableRefresh: true },
  })
  if (!found) return undefined
  const { id: sessionId, userId } = found.session
  const find = () => findAccount(database, { sessionId, userId })
  let account = await find()
  // The first visit after signing up through a provider.
  if (!account && (await claimAccount(database, { userId }))) account = await find()
  return account && { userId, sessionId, email: found.user.email, ...account }
}

async function findAccount(
  database: Database,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<Pick<Member, 'accountId' | 'isOperator' | 'hasTwoFactor'> | undefined> {
  const { rows } = await database.query<{
    id: string
    is_operator: boolean
    two_factor_enabled: boolean
  }>(
    `with seen as (
       update auth_session set updated_at = clock_timestamp()
       where id = $1 and updated_at < clock_timestamp() - $3 * interval '1 minute'
     )
     select account.id, account.is_operator, auth_user.two_factor_enabled
     from account join auth_user on auth_user.id = account.user_id
     where account.user_id = $2`,
    [sessionId, userId, SEEN_MINUTES],
  )
  const [row] = rows
  return (
    row && {
      accountId: row.id,
      isOperator: row.is_operator,
      hasTwoFactor: row.two_factor_enabled,
    }
  )
}
