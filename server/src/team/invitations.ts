import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import type {
  DescribeInvitationResponse,
  GivenRole,
  InvitationsResponse,
} from '@footnote/contract/site/team'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { ApiError } from '../api-error.ts'
import { switchAccount } from './members.ts'
import { inHistory } from './record-action.ts'

interface Acting {
  readonly accountId: string
  readonly userId: string
}

/** The signed-in user, who was proven to own the address. */
interface Invited {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
}

const hashToken = (token: string) => hash('sha256', token, 'buffer')

/**
 * Invites an address and returns the token for the mail. A second invitation of the same address replaces the
 * first.
 */
export async function createInvitation(
  database: Database,
  acting: Acting,
  { email, role }: { email: string; role: GivenRole },
): Promise<{ token: string; ownerEmail: string; invitedBy: string }> {
  const { accountId, userId } = acting
  const token = randomBytes(32).toString('base64url')
  return inHistory(database, acting, async (client, record) => {
    // Locks before counting, so that concurrent invitations count one after the other, and a closure either finds
    // the invitation or is found here.
    const { rows: accounts } = await client.query<{ email: string }>(
      `select email from account where id = $1 and state <> 'closed' for no key update`,
      [accountId],
    )
    const [account] = accounts
    if (!account) throw new ApiError('SIGNED_OUT')
    const { rows: counts } = await client.query<{ is_member: boolean; others: number }>(
      `select
         exists (
           select from auth_user where email = $2 and email_verified and (
             exists (select from account where id = $1 and user_id = auth_user.id)
             or exists (select from membership where account_id = $1 and user_id = auth_user.id)
           )
         ) as is_member,
         (select count(*) from membership where account_id = $1)::int
         + (select count(*) from invitation
            where account_id = $1 and email <> $2 and expires_at > clock_timestamp())::int as others`,
      [accountId, email],
    )
    if (counts[0]?.is_member) throw new ApiError('ALREADY_MEMBER')
    if ((counts[0]?.others ?? 0) >= siteLimits.teamMembers) throw new ApiError('TEAM_FULL')
    const { rows } = await client.query<{ invited_by: string }>(
      `insert into invitation (id, account_id, email, role, hash, invited_by, expires_at)
       select $1, $2, $3, $4, $5, auth_user.email, clock_timestamp() + $7 * interval '1 day'
       from auth_user where auth_user.id = $6
       on conflict (account_id, email) do update set
         id = excluded.id, role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,
         created_at = excluded.created_at, expires_at = excluded.expires_at
       returning invited_by`,
      [
        ...[randomUUIDv7(), accountId, email, role],
        ...[hashToken(token), userId, siteLimits.invitationDays],
      ],
    )
    await record('invited', `${email} as a ${role}`)
    return { token, ownerEmail: account.email, invitedBy: rows[0]?.invited_by ?? account.email }
  })
}

/** Lists open invitations, newest first. */
export async function listInvitations(
  database: Database,
  accountId: string,
): Promise<InvitationsResponse['invitations']> {
  const { rows } = await database.query<{
    invitation_id: string
    email: string
    role: GivenRole
    created_at: Date
    expires_at: Date
  }>(
    `select id as invitation_id, email, role, created_at, expires_at from invitation
     where account_id = $1 and expires_at > clock_timestamp()
     order by created_at desc, id desc`,
    [accountId],
  )
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

/** Returns false if the account has no such invitation. */
export async function withdrawInvitation(
  database: Database,
  acting: Acting,
  invitationId: string,
): Promise<boolean> {
  if (!isUuid(invitationId)) return false
  return inHistory(database, acting, async (client, record) => {
    const { rows } = await client.query<{ email: string }>(
      'delete from invitation where id = $1 and account_id = $2 returning email',
      [invitationId, acting.accountId],
    )
    if (rows[0]) await record('invitation_withdrawn', rows[0].email)
    return rows[0] !== undefined
  })
}

const OPEN = `invitation.hash = $1 and invitation.email = $2 and invitation.expires_at > clock_timestamp()`

/** Returns the details of an open invitation of this user; undefined if there is none. */
export async function findInvitation(
  database: Database,
  { email }: Invited,
  token: string,
): Promise<DescribeInvitationResponse | undefined> {
  const { rows } = await database.query<{
    owner_email: string
    invited_by: string
    role: GivenRole
    expires_at: Date
  }>(
    `select account.email as owner_email, invitation.invited_by, invitation.role, invitation.expires_at
     from invitation join account on account.id = invitation.account_id where ${OPEN}`,
    [hashToken(token), email],
  )
  const [row] = rows
  return row && { ...row, expires_at: row.expires_at.toISOString() }
}

/** Makes the user a member, and lets their session work for the account. Returns the address of its owner. */
export async function acceptInvitation(
  database: Database,
  { userId, sessionId, email }: Invited,
  token: string,
): Promise<string> {
  const hashed = hashToken(token)
  const { rows: known } = await database.query<{ account_id: string }>(
    `select account_id from invitation where ${OPEN}`,
    [hashed, email],
  )
  const accountId = known[0]?.account_id
  if (accountId === undefined) throw new ApiError('INVITATION_INVALID')
  return inHistory(database, { accountId, userId }, async (client, record) => {
    // Before the invitation, as a closure does.
    const { rows: accounts } = await client.query<{ email: string; user_id: string | null }>(
      `select email, user_id from account where id = $1 and state <> 'closed' for no key update`,
      [accountId],
    )
    const [account] = accounts
    const { rows: taken } = await client.query<{ role: GivenRole }>(
      `delete from invitation where ${OPEN} returning role`,
      [hashed, email],
    )
    const [invitation] = taken
    if (!account || account.user_id === userId || !invitation) {
      throw new ApiError('INVITATION_INVALID')
    }
    const { rowCount } = await client.query(
      `insert into membership (account_id, user_id, role)
       select $1, $2, $3 where (select count(*) from membership where user_id = $2) < $4
       on conflict (account_id, user_id) do update set role = excluded.role`,
      [accountId, userId, invitation.role, siteLimits.teamMembers],
    )
    if (rowCount !== 1) {
      throw new ApiError('INVALID_REQUEST', {
        message: `You can be a member of ${siteLimits.teamMembers} accounts at most. Leave one first.`,
      })
    }
    await switchAccount(client, { sessionId, userId, accountId })
    await record('joined', `as a ${invitation.role}`)
    return account.email
  })
}
