import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { connect } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { takeLease } from '../instance/lease.ts'
import { withdrawTestCredit } from '../payments/withdraw-test-credit.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/stubs/database-proxy.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { listMovements } from '../wallet/list-movements.ts'
import { readSiteWallet } from '../wallet/read-site-wallet.ts'
import { claimAccount, closeAccount, createAccount } from './accounts.ts'
import { welcomeAccounts } from './welcome-accounts.ts'

const UNITS = 2_000_000n
let scene: TestDatabase
let proxy: DatabaseProxy
beforeAll(async () => {
  scene = await createTestDatabase()
  proxy = await startDatabaseProxy(scene.connection)
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
})
afterAll(async () => {
  await proxy.close()
  await scene.drop()
})

async function join(email: string): Promise<string> {
  const userId = randomUUIDv7()
  await scene.database.query(
    'insert into auth_user (id, email, email_verified) values ($1, $2, true)',
    [userId, email],
  )
  const accountId = await claimAccount(scene.database, { userId })
  if (!accountId) throw new Error('no account')
  return accountId
}
const welcome = (units = UNITS, isTest = false) =>
  welcomeAccounts(scene.database, { units, isTest })
const credits = async (accountId: string) => {
  const { movements } = await listMovements(scene.database, { accountId })
  return movements.map(({ kind, units, reason }) => [kind, units, reason])
}
const once = [['credit', Number(UNITS), 'Welcome credit']]

it('credits a new account once, when rounds race and repeat, and cannot be refunded', async () => {
  const accountId = await join(`${randomUUID()}@example.com`)
  await Promise.all([welcome(), welcome(), welcome()])
  await welcome()
  expect(await credits(accountId)).toEqual(once)
  expect((await readSiteWallet(scene.database, accountId)).refundable_units).toBe(0)
})

it('credits once if the database’s reply is lost', async () => {
  const accountId = await join(`${randomUUID()}@example.com`)
  const proxied = connect(proxy.url)
  const withheld = proxy.withholdReply('welcome_account')
  const round = welcomeAccounts(proxied, { units: UNITS, isTest: false }).catch(() => undefined)
  const reply = await withheld
  reply.lose()
  await round
  await proxied.end()
  await welcome()
  expect(await credits(accountId)).toEqual(once)
})

it('credits once if the process dies before the credit is committed', async () => {
  const accountId = await join(`${randomUUID()}@example.com`)
  const lock = await holdLock(
    scene.connection,
    `select from wallet where account_id = '${accountId}' for update`,
  )
  const proxied = connect(proxy.url)
  const round = welcomeAccounts(proxied, { units: UNITS, isTest: false }).catch(() => undefined)
  await lock.somebodyWaits()
  proxy.cut()
  await lock.nobodyWaits()
  await lock.release()
  await round
  proxy.mend()
  await proxied.end()
  expect(await credits(accountId)).toEqual([])
  await welcome()
  expect(await credits(accountId)).toEqual(once)
})

it('credits an address once, whatever its tag, also after its account was closed', async () => {
  const name = randomUUID()
  const first = await join(`${name}@example.com`)
  await welcome()
  expect(await closeAccount(scene.database, { accountId: first, shownUnits: UNITS })).toBe('closed')
  for (const address of [`${name}@example.com`, `${name}+again@example.com`]) {
    const next = await join(address)
    await welcome()
    expect(await credits(next)).toEqual([])
  }
})

it('credits no account that an operator command made, nor one from before the setting', async () => {
  const email = `${randomUUID()}@example.com`
  const made = await createAccount(scene.database, { email })
  expect(await join(email)).toBe(made)
  const before = await join(`${randomUUID()}@example.com`)
  await welcome(0n)
  await welcome()
  expect(await credits(made ?? '')).toEqual([])
  expect(await credits(before)).toEqual([])
})

it('credits test credit once by a test payment, mails no receipt, and withdraws it with all test credit', async () => {
  const accountId = await join(`${randomUUID()}@example.com`)
  await Promise.all([welcome(UNITS, true), welcome(UNITS, true)])
  expect(await credits(accountId)).toEqual([['recharge', Number(UNITS), null]])
  const { rows } = await scene.database.query(
    'select is_test, state, receipt_is_due from payment where account_id = $1',
    [accountId],
  )
  expect(rows).toEqual([{ is_test: true, state: 'paid', receipt_is_due: false }])
  await withdrawTestCredit(scene.database)
  expect((await readSiteWallet(scene.database, accountId)).balance_units).toBe(0)
})

it('credits test credit once if the process dies before the credit is committed', async () => {
  const accountId = await join(`${randomUUID()}@example.com`)
  const lock = await holdLock(
    scene.connection,
    `select from wallet where account_id = '${accountId}' for update`,
  )
  const proxied = connect(proxy.url)
  const round = welcomeAccounts(proxied, { units: UNITS, isTest: true }).catch(() => undefined)
  await lock.somebodyWaits()
  proxy.cut()
  await lock.nobodyWaits()
  await lock.release()
  await round
  proxy.mend()
  await proxied.end()
  expect(await credits(accountId)).toEqual([])
  await welcome(UNITS, true)
  expect(await credits(accountId)).toEqual([['recharge', Number(UNITS), null]])
})

it('credits no test credit while a process runs whose calls cost money', async () => {
  const accountId = await join(`${randomUUID()}@example.com`)
  const lease = await takeLease(scene.database, { leaseMs: 60_000, costsMoney: true })
  await welcome(UNITS, true)
  expect(await credits(accountId)).toEqual([])
  await lease.release()
})
