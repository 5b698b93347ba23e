import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CrashScene, openCrashScene } from '../testing/crash-scene.ts'
import type { Payer } from '../testing/create-payer.ts'
import { holdCalls } from '../testing/hold-calls.ts'
import { holdLock } from '../testing/hold-lock.ts'
import { type LedgerCharge, readLedger } from '../testing/read-ledger.ts'
import { answerWell, goodResearch } from '../testing/stub-upstream.ts'
import { get } from '../testing/test-service.ts'
import { waitFor } from '../testing/wait-for.ts'
import { auditDatabase } from '../wallet/audit.ts'

const FULL = 100_000_000n
const ANSWER_UNITS = 200_000n
const TASK_UNITS = 3_000_000n
const REFUNDED = {
  state: 'refunded',
  path: 'wallet>held, held>wallet',
  cause: 'process_died',
  task: null,
}

let scene: CrashScene
let payer: Payer
beforeAll(async () => {
  scene = await openCrashScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.upstream.handler = answerWell
  payer = await scene.createPayer()
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
})

const answer = () => scene.post('/api/v1/answer', payer.key, { query: 'Capital of Bolivia?' })
const submit = () =>
  scene.post('/api/v1/research', payer.key, { input: 'Bolivia', research_effort: 'deep' })

async function settledCharges(): Promise<LedgerCharge[]> {
  return waitFor('every charge to be settled', async () => {
    const { charges } = await readLedger(scene.database, payer.accountId)
    return charges.length > 0 && charges.every(({ state }) => state !== 'held') && [...charges]
  })
}

async function balance(): Promise<bigint> {
  return (await readLedger(scene.database, payer.accountId)).balanceUnits
}

const lockWallet = () =>
  holdLock(
    scene.connection,
    `select from wallet where account_id = '${payer.accountId}' for update`,
  )
const lockCharge = () =>
  holdLock(
    scene.connection,
    `select from charge where account_id = '${payer.accountId}' for update`,
  )

describe('a call whose process is killed', () => {
  it('is refunded when the debit was committed and not yet answered', async () => {
    const debited = scene.proxy.withholdReply('debit_charges')
    const reply = answer()
    await debited
    await scene.restart()
    expect(await reply).toBeUndefined()
    expect(await settledCharges()).toMatchObject([REFUNDED])
    expect(await balance()).toBe(FULL)
    expect(scene.upstream.requests).toHaveLength(0)
  })

  it('is refunded when the debit commits only after the process has died', async () => {
    const lock = await lockWallet()
    const reply = answer()
    await lock.somebodyWaits()
    await scene.service.kill()
    await lock.release()
    await waitFor('the late debit', async () => (await balance()) === FULL - ANSWER_UNITS)
    await scene.restart()
    expect(await reply).toBeUndefined()
    expect(await settledCharges()).toMatchObject([REFUNDED])
    expect(await balance()).toBe(FULL)
  })

  it('is refunded when the upstream was still working', async () => {
    const held = holdCalls(scene.upstream)
    const reply = answer()
    await held.arrived
    expect(await balance()).toBe(FULL - ANSWER_UNITS)
    await scene.restart()
    held.release()
    expect(await reply).toBeUndefined()
    expect(await settledCharges()).toMatchObject([REFUNDED])
    expect(await balance()).toBe(FULL)
  })

  it('is refunded when the upstream had answered and the capture was not committed', async () => {
    const held = holdCalls(scene.upstream)
    const reply = answer()
    await held.arrived
    const lock = await lockCharge()
    held.release()
    await lock.somebodyWaits()
    await scene.service.kill()
    await lock.nobodyWaits()
    await lock.release()
    await scene.restart()
    expect(await reply).toBeUndefined()
    expect(await settledCharges()).toMatchObject([REFUNDED])
    expect(await balance()).toBe(FULL)
  })

  it('stays captured when the capture was committed, whether or not the reply went out', async () => {
    const captured = scene.proxy.withholdReply('settle_charges')
    const reply = answer()
    await captured
    await scene.restart()
    expect(await reply).toBeUndefined()
    expect(await settledCharges()).toMatchObject([
      { state: 'captured', path: 'wallet>held, held>captured' },
    ])
    // A round of the sweeper has gone by when another call is through.
    expect(await answer()).toMatchObject({ status: 200 })
    expect(await balance()).toBe(FULL - 2n * ANSWER_UNITS)
  })

  it('is refunded with all the others that were in flight, each of them once', async () => {
    const held = holdCalls(scene.upstream)
    const replies = Array.from({ length: 40 }, answer)
    await waitFor(
      'all debits',
      async () => (await balance()) === FULL - ANSWER_UNITS * BigInt(replies.length),
    )
    await scene.restart()
    held.release()
    expect(await Promise.all(replies)).toEqual(replies.map(() => undefined))
    expect(await settledCharges()).toMatchObject(replies.map(() => REFUNDED))
    expect(await balance()).toBe(FULL)
  })
})

describe('a task whose process is killed', () => {
  it('is refunded and failed when it was being submitted; a late acceptance changes nothing', async () => {
    const held = holdCalls(scene.upstream)
    const reply = submit()
    await held.arrived
    await scene.restart()
    held.release()
    expect(await reply).toBeUndefined()
    expect(await settledCharges()).toMatchObject([{ ...REFUNDED, task: 'failed' }])
    expect(await balance()).toBe(FULL)
  })

  it('is refunded and failed when the upstream had accepted it and it was not yet queued', async () => {
    const held = holdCalls(scene.upstream)
    const reply = submit()
    await held.arrived
    const lock = await lockCharge()
    held.release()
    await lock.somebodyWaits()
    await scene.service.kill()
    await lock.nobodyWaits()
    await lock.release()
    await scene.restart()
    expect(await reply).toBeUndefined()
    const [charge] = await settledCharges()
    expect(charge).toMatchObject({ ...REFUNDED, task: 'failed' })
    const polled = await get(`${scene.service.url}/api/v1/research/${charge?.id}`, payer.key)
    expect(polled).toMatchObject({ status: 200, body: { status: 'failed' } })
    expect(await balance()).toBe(FULL)
  })

  it('goes on when it was queued: its result is delivered and paid once', async () => {
    const reply = await submit()
    expect(reply?.status).toBe(202)
    await scene.restart()
    const url = `${scene.service.url}/api/v1/research/${reply?.body.task_id}`
    expect(await readLedger(scene.database, payer.accountId)).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ state: 'held', task: 'queued' }],
    })
    process.stderr.write(JSON.stringify(await Promise.all([get(url, payer.key), get(url, payer.key)]))+scene.service.output())
    for (const polled of await Promise.all([get(url, payer.key), get(url, payer.key)])) {
      expect(polled.body).toMatchObject({ status: 'completed', result: goodResearch })
    }
    expect(await settledCharges()).toMatchObject([
      { state: 'captured', path: 'wallet>held, held>captured', task: 'completed' },
    ])
    expect(await balance()).toBe(FULL - TASK_UNITS)
  })
})
