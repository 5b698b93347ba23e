import { randomUUID } from 'node:crypto'
import { parseUsd } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { creditWallet } from '../../server/src/wallet/credit-wallet.ts'

/** Credits a wallet as an operator would, for tests about something else. */
export async function giveMoney(database: Database, accountId: string, usd: string): Promise<void> {
  const units = parseUsd(usd)
  if (units === undefined) throw new Error(`no amount: ${usd}`)
  await creditWallet(database, { accountId, units, reason: 'gift', reference: randomUUID() })
}
