import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

/** Creates an account with an empty wallet. Returns undefined if the address is taken. */
export async function createAccount(
  database: Database,
  { email }: { email: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ account_id: string }>(
    `with new_account as (
       insert into account (id, email) values ($1, lower($2)) on conflict (email) do nothing
       returning id
     )
     insert into wallet (account_id) select id from new_account returning account_id`,
    [randomUUIDv7(), email],
  )
  return rows[0]?.account_id
}

export interface Account {
  readonly account_id: string
  readonly email: string
  readonly state: 'active' | 'frozen' | 'closed'
  readonly balance_units: bigint
  /** Whether somebody signs in to the website as its owner. */
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

/**
 * Returns the account of a user whose address is proven: their own, the one an operator command
 * made for the address, or a new one. Concurrent calls get the same account. Returns undefined
 * while the address is unproven.
 */
export async function claimAccount(
  database: Database,
  { userId }: { userId: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ account_id: string | null }>(
    'select claim_account($1) as account_id',
    [userId],
  )
  return rows[0]?.account_id ?? undefined
}

export type Closure =
  | 'closed'
  | 'frozen'
  | 'calls_running'
  | 'balance_changed'
  // Reported only if nothing else prevents the closure.
  | 'payments_running'

/** Closes an account for good, in one statement. Closing it again changes nothing. */
export async function closeAccount(
  database: Database,
  { accountId, shownUnits }: { accountId: string; shownUnits: bigint },
): Promise<Closure> {
  const { rows } = await database.query<{ outcome: Closure }>(
    'select close_account($1, $2) as outcome',
    [accountId, shownUnits],
  )
  const [row] = rows
  if (!row) throw new Error('close_account returned nothing')
  return row.outcome
}

/**
 * Returns when the last call of an account ended whose result nobody has fetched yet; undefined if there is
 * none, or other calls still run.
 */
export async function findUnfetched(
  database: Database,
  accountId: string,
): Promise<Date | undefined> {
  const { rows } = await database.query<{ latest: Date | null }>(
    `select case when bool_and(captured_at is not null) then max(captured_at) end as latest
     from open_charge where account_id = $1`,
    [accountId],
  )
  return rows[0]?.latest ?? undefined
}
