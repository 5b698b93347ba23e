import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAccount, findAccount } from './accounts/accounts.ts'
import { createDemonstration, demonstrationText } from './demonstration.ts'
import { openPayment } from './payments/open-payment.ts'
import { payTest } from './payments/pay-test.ts'
import { withdrawTestCredit } from './payments/withdraw-test-credit.ts'
import { createTestDatabase } from './testing/scenes/test-database.ts'
import { auditDatabase } from './wallet/audit.ts'
import { creditWallet } from './wallet/credit-wallet.ts'
import { readSiteWallet } from './wallet/read-site-wallet.ts'

const EMAIL = 'demo@footnote.localhost'
const USD = 10_000_000n

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.drop()
})

async function accountId(): Promise<string> {
  return (await findAccount(test.database, { email: EMAIL }))?.account_id ?? ''
}

async function balanceUnits(): Promise<number> {
  return (await readSiteWallet(test.database, await accountId())).balance_units
}

it('gets 10 USD of test credit once if calls cost nothing', async () => {
  const { database } = test
  const created = await createDemonstration(database, { costsMoney: false })
  expect(created).toEqual({ key: expect.stringMatching(/^fn_/), hasCredit: true })
  expect(await balanceUnits()).toBe(100_000_000)
  expect(await createDemonstration(database, { costsMoney: false })).toBeUndefined()
  expect(await balanceUnits()).toBe(100_000_000)
})

it('loses its test credit, and nothing else, once calls cost real money', async () => {
  const { database } = test
  await createDemonstration(database, { costsMoney: false })
  const credit = { units: 3n * USD, reason: 'by the operator', reference: crypto.randomUUID() }
  await creditWallet(database, { accountId: await accountId(), ...credit })
  expect(await withdrawTestCredit(database)).toBe(10n * USD)
  expect(await balanceUnits()).toBe(30_000_000)
})

it('starts with an empty wallet if calls cost real money, and prints how to credit it', async () => {
  const created = await createDemonstration(test.database, { costsMoney: true })
  if (!created) throw new Error('no demonstration was created')
  expect(await balanceUnits()).toBe(0)
  const text = demonstrationText({
    ...created,
    url: 'http://127.0.0.1:8787',
    command: 'npx footnote',
  })
  expect(text).toContain(created.key)
  expect(text).toContain(`npx footnote wallet credit ${EMAIL} 10 --reason`)
  expect(text).not.toContain('test credit')
})

it.each(['with its account', 'before the payment was made', 'before the key was created'])(
  'is credited once if a start was killed %s',
  async point => {
    const { database } = test
    await createAccount(database, { email: EMAIL })
    const owner = { accountId: await accountId() }
    if (point !== 'with its account') {
      const payment = { ...owner, amountCents: 1_000, provider: 'test', isTest: true } as const
      const paymentId = await openPayment(database, payment)
      if (point === 'before the key was created')
        await payTest(database, { ...owner, paymentId, outcome: 'pay' })
    }
    expect(await createDemonstration(database, { costsMoney: false })).toBeDefined()
    expect(await balanceUnits()).toBe(100_000_000)
  },
)
