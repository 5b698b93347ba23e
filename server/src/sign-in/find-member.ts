import type { Role } from '@footnote/contract/site/paths'
import type { Database } from '@footnote/platform/database/connect'
import { claimAccount } from '../accounts/accounts.ts'
import type { Member } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const SEEN_MINUTES = 5

/**
 * Returns the member whose session the cookies contain, and the account that it works for. It queries the
 * database each time, so a revoked session ends at once, and so does a membership.
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
): Promise<Pick<Member, 'accountId' | 'role' | 'isOperator' | 'hasTwoFactor'> | undefined> {
  const { rows } = await database.query<{
    account_id: string
    role: Role
    is_operator: boolean
    two_factor_enabled: boolean
  }>(
    `with seen as (
       update auth_session set updated_at = clock_timestamp()
       where id = $1 and updated_at < clock_timestamp() - $3 * interval '1 minute'
     )
     select coalesce(membership.account_id, own.id) as account_id, coalesce(membership.role, 'owner') as role,
       own.is_operator and membership.role is null as is_operator, auth_user.two_factor_enabled
     from account as own join auth_user on auth_user.id = own.user_id
     left join auth_session as session on session.id = $1
     left join membership
       on membership.account_id = session.account_id and membership.user_id = session.user_id
     where own.user_id = $2`,
    [sessionId, userId, SEEN_MINUTES],
  )
  const [row] = rows
  return (
    row && {
      accountId: row.account_id,
      role: row.role,
      isOperator: row.is_operator,
      hasTwoFactor: row.two_factor_enabled,
    }
  )
}
