import { siteLimits } from '@footnote/contract/site/limits'
import type { AccountActionKind, AccountActionsResponse } from '@footnote/contract/site/team'
import type { Database } from '@footnote/platform/database/connect'

const most = siteLimits.accountActionsPerPage

/** Lists what members did in an account, newest first. */
export async function listActions(
  database: Database,
  {
    accountId,
    before,
  }: {
    accountId: string
    /** The oldest action of the page before. */
    before?: string | undefined
  },
): Promise<AccountActionsResponse> {
  const { rows } = await database.query<{
    action_id: string
    actor: string
    kind: AccountActionKind
    subject: string | null
    created_at: Date
  }>(
    `select id as action_id, actor, kind, subject, created_at from account_action
     where account_id = $1 and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [accountId, before, most + 1],
  )
  const actions = rows
    .slice(0, most)
    .map(row => ({ ...row, created_at: row.created_at.toISOString() }))
  return { actions, before: rows.length > most ? (actions.at(-1)?.action_id ?? null) : null }
}
