import { randomUUIDv7 } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMail } from '../mail/outbox.ts'
import { confirmPayer } from '../testing/scenes/confirm-payer.ts'
import { createPayer, type Payer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { createDebit } from '../wallet/debit.ts'
import { setMailChoice } from './mail-choices.ts'
import { noticeLowBalances } from './notice-low-balances.ts'
import { setNotice } from './set-notice.ts'

const USD = 10_000_000n
const INSTANCE = randomUUIDv7()

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function createOwner(usd: string): Promise<Payer> {
  const payer = await createPayer(test.database, usd)
  await confirmPayer(test.database, payer)
  return payer
}

const look = () =>
  noticeLowBalances(test.database, { walletUrl: () => 'https://footnote.example/wallet' })

async function spend({ accountId }: Payer, costUnits: bigint): Promise<void> {
  const { outcome } = await createDebit(test.database)({
    chargeId: randomUUIDv7(),
    accountId,
    keyId: null,
    tool: 'answer',
    effort: null,
    costUnits,
    holdMs: 60_000,
    instanceId: INSTANCE,
  })
  expect(outcome).toBe('admitted')
}

async function recharge({ accountId }: Payer, units: bigint): Promise<void> {
  const reference = randomUUIDv7()
  await creditWallet(test.database, { accountId, units, reason: 'test', reference })
}

async function mailTo({ email }: Payer) {
  return listMail(test.database, { recipient: email, limit: 10 })
}

it('mails the owner once when the balance falls below 2 USD, with a link to recharge', async () => {
  const owner = await createOwner('3')
  await look()
  await spend(owner, USD / 2n)
  await look()
  expect(await mailTo(owner)).toEqual([])
  await spend(owner, USD / 2n + 1n)
  for (let round = 0; round < 3; round += 1) await look()
  expect(await mailTo(owner)).toMatchObject([
    {
      subject: 'Your Footnote balance is $1.9999999',
      body: expect.stringMatching(/below \$2\.00 and(?:.|\n)*https:\/\/footnote\.example\/wallet/),
    },
  ])
  await spend(owner, USD)
  await look()
  expect(await mailTo(owner)).toHaveLength(1)
})

it('mails again only after the balance was above in between', async () => {
  const owner = await createOwner('3')
  for (const count of [1, 2]) {
    await look()
    await spend(owner, USD + 1n)
    await look()
    expect(await mailTo(owner)).toHaveLength(count)
    await recharge(owner, USD)
    await spend(owner, USD - 1n)
    await look()
    expect(await mailTo(owner)).toHaveLength(count)
    await recharge(owner, USD)
  }
})

it('sends nothing for the empty wallet of a new account', async () => {
  const owner = await createOwner('0')
  for (let round = 0; round < 2; round += 1) await look()
  expect(await mailTo(owner)).toEqual([])
})

it('sends nothing if the owner has switched this mail off', async () => {
  const owner = await createOwner('3')
  const { accountId } = owner
  await setMailChoice(test.database, { accountId, kind: 'low_balance', isOn: false })
  await look()
  await spend(owner, 2n * USD)
  await look()
  await setMailChoice(test.database, { accountId, kind: 'low_balance', isOn: true })
  await look()
  expect(await mailTo(owner)).toEqual([])
})

it('sends nothing to an unproven address', async () => {
  const payer = await createPayer(test.database, '3')
  await look()
  await spend(payer, 2n * USD)
  await look()
  expect(await mailTo(payer)).toEqual([])
})

it('posts one message however many processes run at once', async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, () => createOwner('3')))
  await look()
  for (const owner of owners) await spend(owner, 2n * USD)
  await Promise.all(Array.from({ length: 8 }, look))
  for (const owner of owners) expect(await mailTo(owner)).toHaveLength(1)
})

it('lets the owner move or remove the threshold', async () => {
  const owner = await createOwner('20')
  const { accountId } = owner
  await setNotice(test.database, { accountId, belowUnits: 15n * USD })
  await spend(owner, 6n * USD)
  await look()
  expect(await mailTo(owner)).toMatchObject([
    { body: expect.stringContaining('below $15.00 and is now $14.00') },
  ])
  await setNotice(test.database, { accountId, belowUnits: 10n * USD })
  await setNotice(test.database, { accountId, belowUnits: null })
  await spend(owner, 10n * USD)
  await look()
  expect(await mailTo(owner)).toHaveLength(1)
})

it('sends nothing for a threshold set above the balance, whichever changed last', async () => {
  const owner = await createOwner('5')
  await look()
  await setNotice(test.database, { accountId: owner.accountId, belowUnits: 10n * USD })
  await look()
  expect(await mailTo(owner)).toEqual([])
  await recharge(owner, 5n * USD)
  await look()
  await spend(owner, USD)
  await look()
  expect(await mailTo(owner)).toHaveLength(1)
})
