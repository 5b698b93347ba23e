import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { goodResearch } from '../testing/stubs/stub-upstream.ts'

const died = { ...refunded, cause: 'process_died' }

const at = useCrashScene()
let payer: CrashPayer
beforeEach(async () => {
  payer = await at.scene.createPayer()
})
afterEach(() => {
  expect(at.scene.service.output()).not.toContain('unexpected fault')
})

const lockRows = (table: 'wallet' | 'charge') =>
  holdLock(
    at.scene.connection,
    `select from ${table} where account_id = '${payer.accountId}' for update`,
  )

/** Kills the process whose statement waits for the lock, and lets the statement fail. */
async function killWhileItWaits(lock: Awaited<ReturnType<typeof lockRows>>): Promise<void> {
  await lock.somebodyWaits()
  await at.scene.service.kill()
  await lock.nobodyWaits()
  await lock.release()
  await at.scene.restart()
}

describe('a call whose process is killed', () => {
  it('is refunded if the debit was committed but not replied to', async () => {
    const debited = at.scene.proxy.withholdReply('debit_charges')
    const reply = payer.answer()
    await debited
    await at.scene.restart()
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [died] })
    expect(at.scene.upstream.requests).toHaveLength(0)
  })

  it('is refunded if the debit commits only after the process has died', async () => {
    const lock = await lockRows('wallet')
    const reply = payer.answer()
    await lock.somebodyWaits()
    await at.scene.service.kill()
    await lock.release()
    await waitFor('the debit', async () => (await payer.ledger()).balanceUnits < FULL)
    await at.scene.restart()
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [died] })
  })

  it('is refunded if the upstream was still working', async () => {
    const held = holdCalls(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    expect((await payer.ledger()).balanceUnits).toBe(FULL - ANSWER_UNITS)
    await at.scene.restart()
    held.release()
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [died] })
  })

  it('is refunded if the upstream had replied and the capture was not committed', async () => {
    const held = holdCalls(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    const lock = await lockRows('charge')
    held.release()
    await killWhileItWaits(lock)
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [died] })
  })

  it('is refunded with all others in flight, each once', async () => {
    const held = holdCalls(at.scene.upstream)
    const replies = Array.from({ length: 40 }, () => payer.answer())
    const debited = FULL - ANSWER_UNITS * BigInt(replies.length)
    await waitFor('all debits', async () => (await payer.ledger()).balanceUnits === debited)
    await at.scene.restart()
    held.release()
    expect(await Promise.all(replies)).toEqual(replies.map(() => undefined))
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: replies.map(() => died),
    })
  })
})

describe('a refund whose process is killed', () => {
  const refused = () => ({ status: 422, body: {} })
  const readCount = async () => {
    const { rows } = await at.scene.database.query<{ count: number }>(
      'select refunds_in_window as count from wallet where account_id = $1',
      [payer.accountId],
    )
    return rows[0]?.count
  }

  it('counts once toward the refund limit if it was committed', async () => {
    at.scene.upstream.handler = refused
    const refund = at.scene.proxy.withholdReply('settle_charges')
    const reply = payer.answer()
    await refund
    await at.scene.restart()
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
    expect(await readCount()).toBe(1)
  })

  it('does not count if it was not committed, since the sweeper then refunds', async () => {
    at.scene.upstream.handler = refused
    const held = holdCalls(at.scene.upstream, refused)
    const reply = payer.answer()
    await held.arrived
    const lock = await lockRows('charge')
    held.release()
    await killWhileItWaits(lock)
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [died] })
    expect(await readCount()).toBe(0)
  })
})

describe('a task whose process is killed', () => {
  it('fails and is refunded while it is being submitted; a late acceptance does not revive it', async () => {
    const held = holdCalls(at.scene.upstream)
    const reply = payer.submit()
    await held.arrived
    await at.scene.restart()
    held.release()
    expect(await reply).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...died, task: 'failed' }],
    })
  })

  it('fails and is refunded if the upstream had accepted it and it was not yet queued', async () => {
    const held = holdCalls(at.scene.upstream)
    const reply = payer.submit()
    await held.arrived
    const lock = await lockRows('charge')
    held.release()
    await killWhileItWaits(lock)
    expect(await reply).toBeUndefined()
    const books = await payer.settledLedger()
    expect(books).toMatchObject({ balanceUnits: FULL, charges: [{ ...died, task: 'failed' }] })
    expect(await payer.retrieve(books.charges[0]?.id)).toMatchObject({
      status: 200,
      body: { status: 'failed', code: 'QUERY_FAILED_REFUNDED' },
    })
  })

  it('is delivered if the capture was committed: its result can be fetched again, and is paid once', async () => {
    const { task_id: taskId } = (await payer.submit())?.body ?? {}
    const capture = at.scene.proxy.withholdReply('settle_charges')
    const poll = payer.retrieve(taskId)
    await capture
    await at.scene.restart()
    expect(await poll).toBeUndefined()
    expect(await payer.retrieve(taskId)).toMatchObject({ body: { result: goodResearch } })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ ...captured, task: 'completed' }],
    })
  })

  it('continues once it is queued: its result is delivered, and paid once', async () => {
    const submitted = await payer.submit()
    expect(submitted).toMatchObject({ status: 202 })
    await at.scene.restart()
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ state: 'held', task: 'queued' }],
    })
    const taskId = submitted?.body.task_id
    const polls = await Promise.all([payer.retrieve(taskId), payer.retrieve(taskId)])
    for (const poll of polls) {
      expect(poll).toMatchObject({ body: { status: 'completed', result: goodResearch } })
    }
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ ...captured, task: 'completed' }],
    })
  })
})
