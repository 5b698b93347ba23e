import { UNITS_PER_USD } from '@footnote/contract/units'
import { createAccount } from './accounts/create-account.ts'
import type { Database } from './database/connect.ts'
import { createKey } from './keys/create-key.ts'
import { creditWallet } from './wallet/credit-wallet.ts'

const EMAIL = 'demo@footnote.localhost'
const CREDIT_USD = 10n

/** On a database with no account yet: one to try things with, and its key, shown this once. */
export async function createDemonstration(database: Database): Promise<string | undefined> {
  const { rows } = await database.query('select from account limit 1')
  if (rows.length > 0) return undefined
  const accountId = await createAccount(database, { email: EMAIL })
  if (!accountId) return undefined
  const units = CREDIT_USD * UNITS_PER_USD
  await creditWallet(database, { accountId, units, reason: 'demonstration: test credit' })
  const created = await createKey(database, { accountId, name: 'demonstration' })
  return created?.key
}

/** What a newcomer pastes first. Without an upstream it reads the wallet, which always works. */
export function demonstrationText({
  key,
  url,
  canAnswer,
}: {
  key: string
  url: string
  canAnswer: boolean
}): string {
  const call = canAnswer
    ? `curl -s ${url}/api/v1/answer -H "Authorization: Bearer ${key}" \\\n    -H "Content-Type: application/json" -d '{"query": "What is the capital of Bolivia?"}'`
    : `curl -s ${url}/api/v1/wallet -H "Authorization: Bearer ${key}"`
  return `
A demonstration account was made: ${EMAIL}, with ${CREDIT_USD} USD of test credit.
Its key, shown this once:

  ${key}

Try it:

  ${call}

`
}
