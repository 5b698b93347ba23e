import { UNITS_PER_USD } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { createAccount } from './accounts/create-account.ts'
import { findAccount } from './accounts/find-account.ts'
import { createKey } from './keys/create-key.ts'
import { creditWallet } from './wallet/credit-wallet.ts'

const EMAIL = 'demo@footnote.localhost'
const CREDIT_USD = 10n

/**
 * On a database with nothing in it yet: an account to try things with, and its key, shown this once.
 * A start that was killed on the way is taken up where it was left.
 */
export async function createDemonstration(database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ is_new: boolean }>(
    `select not exists (select from account where email <> $1)
       and not exists (select from api_key) as is_new`,
    [EMAIL],
  )
  if (!rows[0]?.is_new) return undefined
  await createAccount(database, { email: EMAIL })
  const account = await findAccount(database, { email: EMAIL })
  if (!account) throw new Error('the demonstration account is gone')
  const { account_id: accountId } = account
  await creditWallet(database, {
    accountId,
    units: CREDIT_USD * UNITS_PER_USD,
    reason: 'demonstration: test credit',
    reference: 'demonstration',
  })
  const created = await createKey(database, { accountId, name: 'demonstration' })
  return created?.key
}

/** What a newcomer pastes first. */
export function demonstrationText({ key, url }: { key: string; url: string }): string {
  return `
A demonstration account was made: ${EMAIL}, with ${CREDIT_USD} USD of test credit.
Its key, shown this once:

  ${key}

Try it:

  curl -s ${url}/api/v1/answer -H "Authorization: Bearer ${key}" \\
    -H "Content-Type: application/json" -d '{"query": "What is the capital of Bolivia?"}'

Or on the command line:

  export FOOTNOTE_BASE_URL=${url} FOOTNOTE_API_KEY=${key}
  npx footnote answer "What is the capital of Bolivia?"
`
}
