import type { SessionsResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import { DEVICE_DAYS } from './device-plugin.ts'
import type { Cookies, Member, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

interface SessionRow {
  readonly id: string
  readonly user_agent: string | null
  readonly ip_address: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Lists sessions by id, since only its own browser knows a session's token. */
export async function listSessions(
  database: Database,
  { userId, sessionId }: Member,
): Promise<SessionsResponse['sessions']> {
  const { rows } = await database.query<SessionRow>(
    `select id, user_agent, ip_address, created_at, updated_at from auth_session
     where user_id = $1 and expires_at > clock_timestamp()
     order by updated_at desc, id desc`,
    [userId],
  )
  return rows.map(row => ({
    session_id: row.id,
    is_current: row.id === sessionId,
    user_agent: row.user_agent || null,
    address: row.ip_address || null,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.updated_at.toISOString(),
  }))
}

/** Returns false if the member has no such session. */
export async function revokeSession(
  database: Database,
  { userId }: Member,
  sessionId: string,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const { rowCount } = await database.query(
    'delete from auth_session where id = $1 and user_id = $2',
    [sessionId, userId],
  )
  return rowCount === 1
}

export async function revokeOtherSessions(
  database: Database,
  { userId, sessionId }: Member,
): Promise<void> {
  await database.query('delete from auth_session where user_id = $1 and id <> $2', [
    userId,
    sessionId,
  ])
}

/** Ends the session here and in the browser; does nothing without one. */
export async function signOut({ betterAuth }: SignInContext, visitor: Visitor): Promise<Cookies> {
  const { api } = await betterAuth()
  const headers = betterAuthHeaders(visitor)
  const { cookies } = await callBetterAuth(api.signOut({ headers, returnHeaders: true }))
  return cookies
}

const UNCONFIRMED_DAYS = 7

/** Deletes expired sessions, links, codes and attempts, browsers that were not used for long, and sign-ups that were never confirmed. */
export async function tidy(database: Database): Promise<void> {
  await database.query('delete from auth_session where expires_at < clock_timestamp()')
  await database.query('delete from auth_verification where expires_at < clock_timestamp()')
  await database.query('delete from email_code where expires_at < clock_timestamp()')
  await database.query(
    `delete from known_device where seen_at < clock_timestamp() - $1 * interval '1 day'`,
    [DEVICE_DAYS],
  )
  await database.query('delete from attempt where ends_at < clock_timestamp()')
  await database.query(
    `delete from auth_user
     where not email_verified and updated_at < clock_timestamp() - $1 * interval '1 day'`,
    [UNCONFIRMED_DAYS],
  )
}
