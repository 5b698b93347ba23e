import type { Database } from '@footnote/platform/database/connect'
import { createAccount, findAccount } from './accounts/accounts.ts'
import { createKey } from './keys/keys.ts'
import { openPayment } from './payments/open-payment.ts'
import { payTest } from './payments/pay-test.ts'

export interface Demonstration {
  readonly key: string
  readonly hasCredit: boolean
}

const EMAIL = 'demo@footnote.localhost'
const CREDIT_USD = 10

/**
 * Creates an account and a key for trying the service, in an empty database. Resumes a start that
 * was killed halfway. If calls cost real money, the wallet stays empty: the operator decides
 * whether to pay for trying.
 */
export async function createDemonstration(
  database: Database,
  { costsMoney }: { costsMoney: boolean },
): Promise<Demonstration | undefined> {
  const { rows } = await database.query<{ is_new: boolean }>(
    `select not exists (select from account where email <> $1)
       and not exists (select from api_key) as is_new`,
    [EMAIL],
  )
  if (!rows[0]?.is_new) return undefined
  await createAccount(database, { email: EMAIL })
  const account = await findAccount(database, { email: EMAIL })
  if (!account) throw new Error('the demo account was not found')
  const { account_id: accountId } = account
  if (!costsMoney) await creditOnce(database, accountId)
  const created = await createKey(database, { accountId, name: 'demonstration' })
  return created && { key: created.key, hasCredit: !costsMoney }
}

/**
 * Credits by a test payment, which is withdrawn like all test credit once calls cost real money.
 */
async function creditOnce(database: Database, accountId: string): Promise<void> {
  const { rows } = await database.query<{ id: string; state: string }>(
    'select id, state from payment where account_id = $1',
    [accountId],
  )
  const [begun] = rows
  if (begun && begun.state !== 'open') return
  const amountCents = CREDIT_USD * 100
  const paymentId =
    begun?.id ??
    (await openPayment(database, { accountId, amountCents, provider: 'test', isTest: true }))
  await payTest(database, { accountId, paymentId, outcome: 'pay' })
}

/** The first command for a new user to paste. */
export function demonstrationText({
  key,
  hasCredit,
  url,
  command,
}: Demonstration & {
  readonly url: string
  /** The start of operator commands for this service. */
  readonly command: string
}): string {
  const credit = hasCredit
    ? `It has $${CREDIT_USD} of test credit.`
    : `Its wallet is empty, because calls cost real money with these settings. Credit it with:

  ${command} wallet credit ${EMAIL} ${CREDIT_USD} --reason "to try it"`
  return `
Created a demo account: ${EMAIL}. ${credit}

Its API key, shown only once:

  ${key}

Try it:

  curl -s ${url}/api/v1/answer -H "Authorization: Bearer ${key}" \\
    -H "Content-Type: application/json" -d '{"query": "What is the capital of Bolivia?"}'

Or on the command line:

  export FOOTNOTE_BASE_URL=${url} FOOTNOTE_API_KEY=${key}
  npx footnote answer "What is the capital of Bolivia?"
`
}
