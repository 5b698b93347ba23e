import type { AccountsResponse } from '@footnote/contract/site/operator'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'

type Account = AccountsResponse['accounts'][number]

interface Row {
  account_id: string
  email: string
  state: Account['state']
  freeze_reason: string | null
  balance_units: bigint
  held_units: bigint
  debt_units: bigint
  is_claimed: boolean
  is_operator: boolean
  created_at: Date
  last_call_at: Date | null
}

/** Sums all held charges once, since there are few. */
const describe = (found: string) => `
  select account.id as account_id, account.email, account.state, account.freeze_reason,
    wallet.balance_units, wallet.debt_units, coalesce(held.units, 0)::bigint as held_units,
    account.user_id is not null as is_claimed, account.is_operator, account.created_at,
    (select max(charge.created_at) from charge where charge.account_id = account.id) as last_call_at
  from (${found}) as found
  join account on account.id = found.id
  join wallet on wallet.account_id = account.id
  left join (
    select account_id, sum(cost_units) as units from open_charge where captured_at is null
    group by account_id
  ) as held on held.account_id = account.id
  order by account.created_at desc, account.id desc`

/**
 * Finds accounts by their id or by the id of a key, call or payment or a provider's reference, all
 * of which have indexes. Otherwise it scans all addresses for the text, which takes under half a
 * second for 100,000. An empty search returns the newest accounts.
 */
export async function findAccounts(
  database: Database,
  { search, most }: { search: string; most: number },
): Promise<AccountsResponse> {
  const text = search.trim()
  // No address or reference contains a control character, and PostgreSQL rejects the zero byte.
  if (/\p{Cc}/u.test(text)) return { accounts: [], is_cut: false }
  const named = text === '' ? [] : await findByName(database, text)
  const rows = named.length > 0 ? named : await findByAddress(database, text, { most: most + 1 })
  return { accounts: rows.slice(0, most).map(toAccount), is_cut: rows.length > most }
}

async function findByName(database: Database, text: string): Promise<Row[]> {
  const id = isUuid(text.toLowerCase()) ? text.toLowerCase() : null
  const { rows } = await database.query<Row>(
    describe(`
      select id from account where id = $2
      union select account_id from api_key where id = $2
      union select account_id from charge where id = $2
      union select account_id from payment where id = $2 or session_ref = $1 or intent_ref = $1`),
    [text, id],
  )
  return rows
}

async function findByAddress(
  database: Database,
  part: string,
  { most }: { most: number },
): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    describe(`
      select account.id from account where strpos(account.email, lower($1)) > 0
      order by account.created_at desc, account.id desc limit $2`),
    [part, most],
  )
  return rows
}

export async function readAccount(
  database: Database,
  accountId: string,
): Promise<Account | undefined> {
  const { rows } = await database.query<Row>(describe('select $1::uuid as id'), [accountId])
  return rows[0] && toAccount(rows[0])
}

export async function listOperators(database: Database): Promise<Account[]> {
  const { rows } = await database.query<Row>(
    describe('select account.id from account where account.is_operator'),
  )
  return rows.map(toAccount)
}

function toAccount(row: Row): Account {
  return {
    ...row,
    balance_units: toWireUnits(row.balance_units),
    held_units: toWireUnits(row.held_units),
    debt_units: toWireUnits(row.debt_units),
    created_at: row.created_at.toISOString(),
    last_call_at: row.last_call_at?.toISOString() ?? null,
  }
}
