import type { Role } from '@footnote/contract/site/paths'
import type { GivenRole, TeamResponse } from '@footnote/contract/site/team'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { ApiError } from '../api-error.ts'
import { inHistory } from './record-action.ts'

interface Acting {
  readonly accountId: string
  readonly userId: string
}

/** Lists the owner, then the members by the time they joined. */
export async function listMembers(
  database: Database,
  { accountId, userId }: Acting,
): Promise<TeamResponse['members']> {
  const { rows } = await database.query<{
    user_id: string
    email: string
    role: Role
    keys: number
    joined_at: Date
  }>(
    `with team as (
       select user_id, 'owner' as role, created_at from account where id = $1
       union all
       select user_id, role, created_at from membership where account_id = $1
     )
     select team.user_id, auth_user.email, team.role, team.created_at as joined_at,
       (select count(*)::int from api_key
        where account_id = $1 and created_by = team.user_id and client_id is null and revoked_at is null
       ) as keys
     from team join auth_user on auth_user.id = team.user_id
     order by team.role <> 'owner', team.created_at, team.user_id`,
    [accountId],
  )
  return rows.map(({ joined_at, ...row }) => ({
    ...row,
    is_you: row.user_id === userId,
    joined_at: joined_at.toISOString(),
  }))
}

/** Returns false if the account has no such member; its owner is none. */
export async function setRole(
  database: Database,
  acting: Acting,
  { userId, role }: { userId: string; role: GivenRole },
): Promise<boolean> {
  if (!isUuid(userId)) return false
  return inHistory(database, acting, async (client, record) => {
    const { rows } = await client.query<{ email: string }>(
      `update membership set role = $3 from auth_user
       where account_id = $1 and user_id = $2 and auth_user.id = user_id
       returning auth_user.email`,
      [acting.accountId, userId, role],
    )
    const [row] = rows
    if (row) await record('role_changed', `${row.email} is now a ${role}`)
    return row !== undefined
  })
}

/**
 * Removes a member, whose sessions then work for their own account again, and revokes the keys that they
 * created if asked to. Returns their address, or undefined if the account has no such member.
 */
export async function removeMember(
  database: Database,
  acting: Acting,
  { userId, revokesKeys }: { userId: string; revokesKeys: boolean },
): Promise<string | undefined> {
  if (!isUuid(userId)) return undefined
  return inHistory(database, acting, async (client, record) => {
    // Before the member and the keys, as a closure does.
    await client.query('select from account where id = $1 for no key update', [acting.accountId])
    const email = await deleteMembership(client, { accountId: acting.accountId, userId })
    if (email === undefined) return undefined
    await record('removed', email)
    if (!revokesKeys) return email
    const { rows: revoked } = await client.query<{ name: string }>(
      // Locks by id, as everybody does who locks several.
      `with created as (
         select id from api_key
         where account_id = $1 and created_by = $2 and client_id is null and revoked_at is null
         order by id for no key update
       )
       update api_key set revoked_at = clock_timestamp() from created where api_key.id = created.id
       returning api_key.name`,
      [acting.accountId, userId],
    )
    for (const { name } of revoked) await record('key_revoked', name)
    return email
  })
}

/**
 * Makes a member the owner, and the owner a developer. Each person owns one account, so the two swap theirs, and the
 * member's must be unused. The owner's card and automatic recharge end. Returns the new owner's address.
 */
export async function transferOwnership(
  database: Database,
  acting: Acting,
  userId: string,
): Promise<string> {
  const both = [acting.userId, userId]
  return inHistory(database, acting, async (client, record) => {
    // Locked in the order in which closing an account does: users, wallets, accounts.
    const { rows: users } = await client.query<{ id: string; email: string }>(
      'select id, email from auth_user where id = any($1::uuid[]) order by id for update',
      [both],
    )
    await client.query(
      `select from wallet where account_id in (select id from account where user_id = any($1::uuid[]))
       order by account_id for no key update`,
      [both],
    )
    const { rows: accounts } = await client.query<{
      id: string
      user_id: string
      state: string
      is_operator: boolean
    }>(
      `select id, user_id, state, is_operator from account where user_id = any($1::uuid[])
       order by id for update`,
      [both],
    )
    const given = accounts.find(({ user_id }) => user_id === acting.userId)
    const taken = accounts.find(({ user_id }) => user_id === userId)
    const [owner, next] = both.map(id => users.find(user => user.id === id))
    // Somebody else was made the owner in the meantime.
    if (!owner || given?.id !== acting.accountId) throw new ApiError('ACCOUNT_CHANGED')
    const { accountId } = acting
    if (!next || !taken || (await deleteMembership(client, { accountId, userId })) === undefined) {
      throw noSuchMember()
    }
    if (given.is_operator || given.state !== 'active') {
      throw new ApiError('TRANSFER_REFUSED', {
        message: `This account is ${given.is_operator ? 'an admin’s' : 'frozen'}, so its owner can’t change. Nothing was changed.`,
      })
    }
    if (taken.is_operator || taken.state !== 'active' || !(await isUnused(client, taken.id))) {
      throw new ApiError('TRANSFER_REFUSED')
    }
    // Users and addresses are unique, so both accounts let go of theirs first.
    await client.query(
      `update account set user_id = null, email = 'swapped-' || id where id = any($1::uuid[])`,
      [[given.id, taken.id]],
    )
    for (const [account, user] of [
      [given, next],
      [taken, owner],
    ] as const) {
      await client.query('update account set user_id = $2, email = $3 where id = $1', [
        ...[account.id, user.id, user.email],
      ])
    }
    await client.query(
      `insert into membership (account_id, user_id, role) values ($1, $2, 'developer')`,
      [accountId, owner.id],
    )
    // Pages that the former owner has open keep showing this account.
    await client.query(
      'update auth_session set account_id = $1 where user_id = $2 and account_id is null',
      [accountId, owner.id],
    )
    await client.query('select remove_card($1)', [accountId])
    await record('ownership_transferred', `to ${next.email}`)
    return next.email
  })
}

/** Returns whether an account has never been used, apart from its welcome credit. */
async function isUnused(client: Pick<Database, 'query'>, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ is_unused: boolean }>(
    `select not exists (select from charge where account_id = $1)
       and not exists (select from payment where account_id = $1)
       and not exists (select from api_key where account_id = $1)
       and not exists (select from membership where account_id = $1)
       and not exists (select from invitation where account_id = $1)
       and not exists (select from webhook_endpoint where account_id = $1)
       and not exists (select from shared_report where account_id = $1)
       and balance_units = coalesce((
         select sum(units) from movement
         where account_id = $1 and charge_id is null and reference = 'welcome:' || account_id
       ), 0)
       and not exists (
         select from movement
         where account_id = $1 and charge_id is null
           and reference is distinct from 'welcome:' || account_id
       ) as is_unused
     from wallet where account_id = $1`,
    [accountId],
  )
  return rows[0]?.is_unused === true
}

export function noSuchMember(): ApiError {
  return new ApiError('NOT_FOUND', {
    message: 'The account has no such member. Reload the page to see its members.',
  })
}

/** Returns false for the owner, who cannot leave. */
export async function leaveTeam(database: Database, acting: Acting): Promise<boolean> {
  return inHistory(database, acting, async (client, record) => {
    const email = await deleteMembership(client, acting)
    if (email !== undefined) await record('left')
    return email !== undefined
  })
}

async function deleteMembership(
  client: Pick<Database, 'query'>,
  { accountId, userId }: Acting,
): Promise<string | undefined> {
  const { rows } = await client.query<{ email: string }>(
    `delete from membership using auth_user
     where account_id = $1 and user_id = $2 and auth_user.id = user_id
     returning auth_user.email`,
    [accountId, userId],
  )
  return rows[0]?.email
}

/** Lets a session work for an account; returns false if its user is no member of it. */
export async function switchAccount(
  database: Pick<Database, 'query'>,
  { sessionId, userId, accountId }: Acting & { sessionId: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `with team as (
       select account_id from membership where account_id = $3 and user_id = $2 for key share
     )
     update auth_session set account_id = (select account_id from team)
     where id = $1 and user_id = $2
       and (exists (select from team) or exists (select from account where id = $3 and user_id = $2))`,
    [sessionId, userId, accountId],
  )
  return rowCount === 1
}
