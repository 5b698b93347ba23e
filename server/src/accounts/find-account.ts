import type { Database } from '@footnote/platform/database/connect'

export interface Account {
  readonly account_id: string
  readonly email: string
  readonly state: 'active' | 'frozen' | 'closed'
  readonly balance_units: bigint
  /** Whether somebody signs in on the website for it. */
  readonly is_claimed: boolean
  readonly created_at: Date
}

const SELECT = `select account.id as account_id, account.email, account.state, wallet.balance_units,
                  account.user_id is not null as is_claimed, account.created_at
                from account join wallet on wallet.account_id = account.id`

export async function findAccount(
  database: Database,
  { email }: { email: string },
): Promise<Account | undefined> {
  const { rows } = await database.query<Account>(`${SELECT} where email = lower($1)`, [email])
  return rows[0]
}

export async function listAccounts(database: Database): Promise<Account[]> {
  const { rows } = await database.query<Account>(
    `${SELECT} order by account.created_at, account.id`,
  )
  return rows
}
