import { randomUUID } from 'node:crypto'
import { parseUsd } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { createAccount } from '../../accounts/accounts.ts'
import { createKey } from '../../keys/keys.ts'
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
  const created = await createKey(database, { accountId, name: 'test' })
  if (!created) throw new Error('the key name is taken')
  return { accountId, email, key: created.key }
}
