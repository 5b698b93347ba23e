import { randomUUIDv7 } from 'node:crypto'
import { MAIL_KINDS } from '@footnote/contract/site/requests'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attemptLimits } from '../attempts/attempt-limits.ts'
import { NO_LIMITS } from '../keys/key-limits.ts'
import { createKey } from '../keys/keys.ts'
import { listMail } from '../mail/outbox.ts'
import { confirmPayer } from '../testing/scenes/confirm-payer.ts'
import { createPayer, type Payer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createDebit } from '../wallet/debit.ts'
import { mailAlerts } from './mail-alerts.ts'
import { readMailChoices, setMailChoice } from './mail-choices.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const send = () => mailAlerts(test.database, { origin: () => 'https://footnote.example' })
const mailTo = ({ email }: Payer) => listMail(test.database, { recipient: email, limit: 100 })

async function createOwner(): Promise<Payer> {
  const payer = await createPayer(test.database, '3')
  await confirmPayer(test.database, payer)
  return payer
}

async function makeKey({ accountId }: Payer, name: string, dayCapUnits: bigint | null = null) {
  const limits = { ...NO_LIMITS, dayCapUnits }
  const key = await createKey(test.database, { accountId, name, limits })
  if (!key) throw new Error('the name is taken')
  return key
}

const call = ({ accountId }: Payer, { keyId, costUnits }: { keyId: string; costUnits: bigint }) =>
  createDebit(test.database)({
    ...{ chargeId: randomUUIDv7(), accountId, keyId, costUnits, tool: 'answer', effort: null },
    ...{ holdMs: 60_000, instanceId: randomUUIDv7() },
  })

it('mails the owner once about a new key, by name and fingerprint and never the key', async () => {
  const owner = await createOwner()
  const { key } = await makeKey(owner, 'laptop')
  for (let round = 0; round < 3; round += 1) await send()
  const mails = await mailTo(owner)
  expect(mails).toMatchObject([
    {
      subject: 'A new API key was created',
      body: expect.stringMatching(
        /“laptop” \(fingerprint [0-9a-f]{8}\)(?:.|\n)*https:\/\/footnote\.example\/access/,
      ),
    },
  ])
  expect(JSON.stringify(mails)).not.toContain(key)
})

it('sends one message about several keys', async () => {
  const owner = await createOwner()
  for (const name of ['one', 'two', 'three']) await makeKey(owner, name)
  await send()
  expect(await mailTo(owner)).toMatchObject([{ subject: '3 new API keys were created' }])
})

it('mails a reached cap once a period, however many calls are rejected', async () => {
  const owner = await createOwner()
  const { id } = await makeKey(owner, 'capped', 5_000_000n)
  await send()
  for (let calls = 0; calls < 3; calls += 1) {
    const { outcome } = await call(owner, { keyId: id, costUnits: 6_000_000n })
    expect(outcome).toBe('day_cap')
    await send()
  }
  expect((await mailTo(owner)).slice(1)).toMatchObject([
    {
      subject: 'An API key reached its spending cap',
      body: expect.stringMatching(/“capped” \(fingerprint [0-9a-f]{8}\): \$0\.50 a day/),
    },
  ])
})

it('posts one message however many processes run at once', async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, createOwner))
  for (const owner of owners) await makeKey(owner, 'laptop')
  await Promise.all(Array.from({ length: 8 }, send))
  for (const owner of owners) expect(await mailTo(owner)).toHaveLength(1)
})

it('mails others if a provider has proven an address that no mail can be sent to', async () => {
  const [strange, owner] = [await createOwner(), await createOwner()]
  await test.database.query(`update account set email = 'strange address' where id = $1`, [
    strange.accountId,
  ])
  await makeKey(strange, 'laptop')
  await makeKey(owner, 'laptop')
  await send()
  expect(await mailTo(owner)).toHaveLength(1)
})

it('keeps an alert whose message could not be posted', async () => {
  const owner = await createOwner()
  await makeKey(owner, 'laptop')
  await test.database.query('alter table mail add constraint nothing check (false) not valid')
  await expect(send()).rejects.toThrow('nothing')
  await test.database.query('alter table mail drop constraint nothing')
  await send()
  expect(await mailTo(owner)).toHaveLength(1)
})

it('sends nothing that the owner has switched off, before or after the alert', async () => {
  const owner = await createOwner()
  const { accountId } = owner
  await makeKey(owner, 'before')
  for (const isOn of [false, false])
    await setMailChoice(test.database, { accountId, kind: 'key_created', isOn })
  expect(await readMailChoices(test.database, accountId)).toEqual({ off: ['key_created'] })
  await makeKey(owner, 'after')
  await send()
  expect(await mailTo(owner)).toEqual([])
  await setMailChoice(test.database, { accountId, kind: 'key_created', isOn: true })
  expect(await readMailChoices(test.database, accountId)).toEqual({ off: [] })
  await send()
  expect(await mailTo(owner)).toEqual([])
  await makeKey(owner, 'on again')
  await send()
  expect(await mailTo(owner)).toHaveLength(1)
})

it('sends no more than the limit of a day', async () => {
  const owner = await createOwner()
  const { most } = attemptLimits.alertMail
  for (let made = 0; made < most + 3; made += 1) {
    await makeKey(owner, `key ${made}`)
    await send()
  }
  expect(await mailTo(owner)).toHaveLength(most)
})

it('sends nothing about an account that nobody has claimed, and keeps nothing of it', async () => {
  const payer = await createPayer(test.database, '3')
  await send()
  expect(await mailTo(payer)).toEqual([])
  const { rows } = await test.database.query('select from alert_due')
  expect(rows).toEqual([])
})

it('lets every kind be switched', async () => {
  const { accountId } = await createOwner()
  for (const kind of MAIL_KINDS)
    await setMailChoice(test.database, { accountId, kind, isOn: false })
  expect(await readMailChoices(test.database, accountId)).toEqual({ off: [...MAIL_KINDS] })
})
