import type { Provider, SessionResponse } from '@footnote/contract/site/responses'
import { ApiError } from '../api-error.ts'
import { betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import type { Cookies, Member, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

interface MemberRow {
  readonly email: string
  readonly state: 'active' | 'frozen' | 'closed'
  readonly created_at: Date
  readonly terms_accepted_at: Date | null
  readonly two_factor_enabled: boolean
  readonly is_operator: boolean
  readonly has_password: boolean
  readonly providers: Provider[]
}

/** Returns a member's details for the website, and the cookies of the prolonged session. */
export async function describeMember(
  { database, betterAuth }: SignInContext,
  member: Member,
  visitor: Visitor,
): Promise<{ account: NonNullable<SessionResponse['account']>; cookies: Cookies }> {
  const { api } = await betterAuth()
  const headers = betterAuthHeaders(visitor)
  const { cookies } = await callBetterAuth(api.getSession({ headers, returnHeaders: true }))
  const { rows } = await database.query<MemberRow>(
    `select account.email, account.state, account.created_at, account.is_operator,
       auth_user.two_factor_enabled, auth_user.terms_accepted_at,
       exists (
         select from auth_login where user_id = auth_user.id and provider_id = 'credential'
       ) as has_password,
       array(
         select provider_id from auth_login
         where user_id = auth_user.id and provider_id <> 'credential' order by provider_id
       ) as providers
     from account join auth_user on auth_user.id = account.user_id
     where account.id = $1`,
    [member.accountId],
  )
  const [row] = rows
  if (!row) throw new ApiError('SIGNED_OUT')
  const account = {
    account_id: member.accountId,
    email: row.email,
    state: row.state,
    has_password: row.has_password,
    two_factor: row.two_factor_enabled,
    providers: row.providers,
    is_operator: row.is_operator,
    created_at: row.created_at.toISOString(),
    terms_accepted_at: row.terms_accepted_at?.toISOString() ?? null,
  }
  return { account, cookies }
}
