import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { listMovements } from '../wallet/list-movements.ts'

const PROCESS = join(import.meta.dirname, '../testing/processes/webhook-process.ts')

let scene: PaymentScene
const children: ChildProcess[] = []
beforeAll(async () => {
  scene = await openPaymentScene()
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await scene.close()
})

/** A process that receives webhooks. */
async function spawnProcess(): Promise<{ url: string; kill(): Promise<void> }> {
  const options = { databaseUrl: scene.proxy.url, stripe: scene.stripe.config }
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const ended = once(child, 'close')
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${String(port).trim()}/webhooks/stripe`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const credits = async (accountId: string) => {
  const { movements } = await listMovements(scene.database, { accountId })
  return movements.map(({ kind, units }) => [kind, units])
}
const receipts = async (accountId: string) => {
  const payments = await scene.payments.listPayments(accountId)
  return payments.map(({ receipt_number }) => receipt_number?.split('-').at(-1))
}
const once1000 = [['recharge', 1_000 * UNITS_PER_CENT]]

it('credits once when the process is killed between the credit and its reply to Stripe', async () => {
  const accountId = await scene.createAccount()
  const { sessionId } = await scene.recharge(accountId)
  const event = scene.stripe.books.pay(sessionId)
  const first = await spawnProcess()
  const credited = scene.proxy.withholdReply('apply_payment')
  const reply = scene.stripe.send(event, first.url).catch(() => undefined)
  await credited
  await first.kill()
  expect(await reply).toBeUndefined()
  expect(await credits(accountId)).toEqual(once1000)
  const second = await spawnProcess()
  expect(await scene.stripe.send(event, second.url)).toBe(200)
  expect(await credits(accountId)).toEqual(once1000)
  expect(await receipts(accountId)).toEqual(['0001'])
  await second.kill()
})

it('credits when Stripe sends again after the process was killed before the commit', async () => {
  const accountId = await scene.createAccount()
  const { sessionId } = await scene.recharge(accountId)
  const event = scene.stripe.books.pay(sessionId)
  const first = await spawnProcess()
  const lock = await holdLock(
    scene.connection,
    `select from wallet where account_id = '${accountId}' for update`,
  )
  const reply = scene.stripe.send(event, first.url).catch(() => undefined)
  await lock.somebodyWaits()
  await first.kill()
  await lock.nobodyWaits()
  await lock.release()
  expect(await reply).toBeUndefined()
  expect(await credits(accountId)).toEqual([])
  const second = await spawnProcess()
  await waitFor(
    'the webhook to be taken',
    async () => (await scene.stripe.send(event, second.url)) === 200,
  )
  expect(await credits(accountId)).toEqual(once1000)
  expect(await receipts(accountId)).toEqual(['0001'])
  await second.kill()
})
