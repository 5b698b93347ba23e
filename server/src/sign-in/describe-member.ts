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
  readonly accounts: NonNullable<SessionResponse['account']>['accounts']
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
    `select auth_user.email, account.state, own.created_at,
       auth_user.two_factor_enabled, auth_user.terms_accepted_at,
       (
         select json_agg(choice order by choice.role <> 'owner', choice.owner_email)
         from (
           select own.id as account_id, own.email as owner_email, 'owner' as role
           union all
           select team.id, team.email, membership.role
           from membership join account as team on team.id = membership.account_id
           where membership.user_id = auth_user.id
         ) as choice
       ) as accounts,
       exists (
         select from auth_login where user_id = auth_user.id and provider_id = 'credential'
       ) as has_password,
       array(
         select provider_id from auth_login
         where user_id = auth_user.id and provider_id <> 'credential' order by provider_id
       ) as providers
     from auth_user join account as own on own.user_id = auth_user.id, account
     where auth_user.id = $1 and account.id = $2`,
    [member.userId, member.accountId],
  )
  const [row] = rows
  if (!row) throw new ApiError('SIGNED_OUT')
  const account = {
    user_id: member.userId,
    email: row.email,
    account_id: member.accountId,
    state: row.state,
    role: member.role,
    accounts: row.accounts,
    has_password: row.has_password,
    two_factor: row.two_factor_enabled,
    providers: row.providers,
    is_operator: member.isOperator,
    created_at: row.created_at.toISOString(),
    terms_accepted_at: row.terms_accepted_at?.toISOString() ?? null,
  }
  return { account, cookies }
}
