import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { parseUsd } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { createAccount } from '../../accounts/accounts.ts'
import { hashKey, makeKey } from '../../keys/key-format.ts'
import { creditWallet } from '../../wallet/credit-wallet.ts'

export interface Payer {
  readonly accountId: string
  readonly email: string
  readonly key: string
}

/** Creates an account with money and a key. */
export async function createPayer(database: Database, usd: string): Promise<Payer> {
  const email = `${randomUUID()}@example.com`
  const accountId = await createAccount(database, { email })
  if (!accountId) throw new Error('the address is taken')
  const units = parseUsd(usd)
  if (units)
    await creditWallet(database, { accountId, units, reason: 'test', reference: accountId })
  const key = makeKey()
  // Works on the schema of the previous release too.
  await database.query(
    `insert into api_key (id, account_id, name, hash) values ($1, $2, 'test', decode($3, 'hex'))`,
    [randomUUIDv7(), accountId, hashKey(key)],
  )
  return { accountId, email, key }
}
