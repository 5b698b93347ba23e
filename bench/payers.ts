import { priceOf } from '@footnote/contract/prices'
import { UNITS_PER_USD } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { hashKey, makeKey } from '../server/src/keys/key-format.ts'

/** Payer 0 is the hot wallet; the others are the many. */
export const MANY = 10_000
export const COST_UNITS = priceOf('answer', null).costUnits
/** Wallets credited by one statement, which takes no longer than a statement may on a busy machine. */
const AT_ONCE = 500
const CREDIT_UNITS = 1_000_000n * UNITS_PER_USD

/** Numbers in identifiers, so that pgbench can name a payer too. */
export function payerIds(payer: number): { accountId: string; keyId: string } {
  const digits = payer.toString(16).padStart(12, '0')
  return {
    accountId: `00000000-0000-4000-8000-${digits}`,
    keyId: `00000000-0000-4000-9000-${digits}`,
  }
}

/** Accounts with money and a key each; returns the keys in order of payers. */
export async function createPayers(database: Database): Promise<string[]> {
  const ids = Array.from({ length: MANY + 1 }, (_, payer) => payerIds(payer))
  const keys = ids.map(makeKey)
  const accountIds = ids.map(({ accountId }) => accountId)
  await database.query(
    `insert into account (id, email) select id, id || '@example.com' from unnest($1::uuid[]) as id`,
    [accountIds],
  )
  await database.query('insert into wallet (account_id) select unnest($1::uuid[])', [accountIds])
  await database.query(
    `insert into api_key (id, account_id, name, hash)
     select id, account_id, 'bench', decode(hash, 'hex')
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as payer (id, account_id, hash)`,
    [ids.map(({ keyId }) => keyId), accountIds, keys.map(hashKey)],
  )
  for (let from = 0; from < accountIds.length; from += AT_ONCE) {
    await database.query(
      `select credit_wallet(id, $2, 'bench', id::text) from unnest($1::uuid[]) as id`,
      [accountIds.slice(from, from + AT_ONCE), CREDIT_UNITS],
    )
  }
  await database.query('vacuum analyze account, wallet, api_key')
  return keys
}
