import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { type CrashScene, useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { captured, refunded, reversed } from '../testing/scenes/read-ledger.ts'
import { post } from '../testing/scenes/test-service.ts'
import { goodAnswer, goodResearch } from '../testing/stubs/stub-upstream.ts'

const unavailable = { status: 503, body: { code: 'BILLING_UNAVAILABLE' } }
const failing = () => ({ status: 500, body: {} })

/** The server commits the statement, and the service gets no reply. */
async function loseReply({ proxy }: CrashScene, statement: string): Promise<void> {
  const reply = await proxy.withholdReply(statement)
  reply.lose()
}

/** The same, after which the database cannot be reached. */
async function loseReplyAndCut(scene: CrashScene, statement: string): Promise<void> {
  await scene.proxy.withholdReply(statement)
  scene.proxy.cut()
}

describe('one lost reply of a database that works again', () => {
  const at = useCrashScene()
  let payer: CrashPayer
  beforeEach(async () => {
    payer = await at.scene.createPayer()
  })

  it('to a debit: the call succeeds, with one debit and one upstream request', async () => {
    const [reply] = await Promise.all([payer.answer(), loseReply(at.scene, 'debit_charges')])
    expect(reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - ANSWER_UNITS,
      charges: [captured],
    })
    expect(at.scene.upstream.requests).toHaveLength(1)
  })

  it('to the look at the end of an OpenAI client’s call: the answer is delivered and paid once', async () => {
    const body = { model: 'answer', messages: [{ role: 'user', content: 'Capital of Bolivia?' }] }
    const [reply] = await Promise.all([
      post(`${at.scene.service.url}/v1/chat/completions`, payer.key, body),
      // The whole name, since others begin with it.
      loseReply(at.scene, 'find_call\0'),
    ])
    expect(reply).toMatchObject({ status: 200 })
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  })

  it('to a capture: the answer is delivered once and paid once', async () => {
    const [reply] = await Promise.all([payer.answer(), loseReply(at.scene, 'settle_charges')])
    expect(reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - ANSWER_UNITS,
      charges: [captured],
    })
  })

  it('to a refund: the caller gets the refund message, and is refunded once', async () => {
    at.scene.upstream.handler = failing
    const [reply] = await Promise.all([payer.answer(), loseReply(at.scene, 'settle_charges')])
    expect(reply).toMatchObject({
      status: 502,
      body: { code: 'QUERY_FAILED_REFUNDED', billing: { balance_usd: 10 } },
    })
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  })

  it('to the debit of a task: one task, submitted once', async () => {
    const [reply] = await Promise.all([payer.submit(), loseReply(at.scene, 'debit_charges')])
    expect(reply).toMatchObject({ status: 202 })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ id: reply?.body.task_id, state: 'held', task: 'queued' }],
    })
    expect(at.scene.upstream.requests).toHaveLength(1)
  })

  it('to the queueing of a task: one task, submitted once and accepted once', async () => {
    const [reply] = await Promise.all([payer.submit(), loseReply(at.scene, 'queue_task')])
    expect(reply).toMatchObject({ status: 202, body: { status: 'queued' } })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ id: reply?.body.task_id, state: 'held', task: 'queued' }],
    })
    expect(at.scene.upstream.requests).toHaveLength(1)
  })

  it('to the capture of a task: the result is delivered, and paid once', async () => {
    const { task_id: taskId } = (await payer.submit())?.body ?? {}
    const [poll] = await Promise.all([
      payer.retrieve(taskId),
      loseReply(at.scene, 'settle_charges'),
    ])
    expect(poll).toMatchObject({ status: 200, body: { result: goodResearch } })
    expect(await payer.retrieve(taskId)).toMatchObject({ body: { result: goodResearch } })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ ...captured, task: 'completed' }],
    })
  })
})

describe('a statement that gets no reply', () => {
  const at = useCrashScene()

  it('because a wallet is locked: other wallets do not wait for it', async () => {
    const [stuck, other] = [await at.scene.createPayer(), await at.scene.createPayer()]
    const lock = await holdLock(
      at.scene.connection,
      `select from wallet where account_id = '${stuck.accountId}' for update`,
    )
    const stuckReply = stuck.answer().then(reply => ({ stuck: reply?.status }))
    await lock.somebodyWaits()
    const otherReply = other.answer().then(reply => ({ other: reply?.status }))
    expect(await Promise.race([stuckReply, otherReply])).toEqual({ other: 200 })
    expect(await stuckReply).toEqual({ stuck: 503 })
    await lock.release()
    expect(await stuck.settledLedger()).toEqual({ balanceUnits: FULL, charges: [] })
  })

  it('because a connection is dead: captures of other calls overtake it', async () => {
    const [stuck, other] = [await at.scene.createPayer(), await at.scene.createPayer()]
    const capture = at.scene.proxy.withholdReply('settle_charges')
    const stuckReply = stuck.answer().then(reply => ({ stuck: reply?.status }))
    const { lose } = await capture
    const otherReply = other.answer().then(reply => ({ other: reply?.status }))
    expect(await Promise.race([stuckReply, otherReply])).toEqual({ other: 200 })
    lose()
    expect(await stuckReply).toEqual({ stuck: 200 })
    expect(await stuck.ledger()).toMatchObject({ charges: [captured] })
  })
})

describe('a database that is away until the deadline', () => {
  const at = useCrashScene({
    FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '5',
    FOOTNOTE_SUBMIT_TIMEOUT_SECONDS: '5',
    FOOTNOTE_SETTLE_GRACE_SECONDS: '1',
  })
  let payer: CrashPayer
  beforeEach(async () => {
    payer = await at.scene.createPayer()
  })

  it('after a debit: 503, nothing is sent upstream, and the debit is refunded automatically', async () => {
    const [reply] = await Promise.all([payer.answer(), loseReplyAndCut(at.scene, 'debit_charges')])
    expect(reply).toMatchObject(unavailable)
    expect((await payer.ledger()).balanceUnits).toBe(FULL - ANSWER_UNITS)
    at.scene.proxy.mend()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
    expect(at.scene.upstream.requests).toHaveLength(0)
  })

  it('after a committed capture: 503, the answer is withheld, the capture reversed once', async () => {
    const [reply] = await Promise.all([payer.answer(), loseReplyAndCut(at.scene, 'settle_charges')])
    expect(reply).toMatchObject(unavailable)
    expect(JSON.stringify(reply?.body)).not.toContain(goodAnswer.answer)
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
    at.scene.proxy.mend()
    await waitFor('the reversal', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [reversed] })
  })

  it('during a capture, with the connection still open: 503 at the deadline, then reversed', async () => {
    const [reply] = await Promise.all([
      payer.answer(),
      at.scene.proxy.withholdReply('settle_charges'),
    ])
    expect(reply).toMatchObject(unavailable)
    await waitFor('the reversal', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [reversed] })
  })

  it('before a capture: 503, the answer is withheld, and the charge ends refunded', async () => {
    const held = holdCalls(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    at.scene.proxy.cut()
    held.release()
    expect(await reply).toMatchObject(unavailable)
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held' }] })
    at.scene.proxy.mend()
    // A capture that was still being sent may arrive now; then it is reversed.
    await waitFor('the refund', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'refunded' }] })
  })

  it('before a refund: 503, and the deadline settles it', async () => {
    const held = holdCalls(at.scene.upstream, failing)
    const reply = payer.answer()
    await held.arrived
    at.scene.proxy.cut()
    held.release()
    expect(await reply).toMatchObject(unavailable)
    at.scene.proxy.mend()
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...refunded, cause: 'deadline_passed' }],
    })
  })

  it('before a task is queued: 503, and the task fails and is refunded', async () => {
    const held = holdCalls(at.scene.upstream)
    const reply = payer.submit()
    await held.arrived
    at.scene.proxy.cut()
    held.release()
    expect(await reply).toMatchObject(unavailable)
    at.scene.proxy.mend()
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...refunded, task: 'failed' }],
    })
  })

  it('after a task was queued: 503, so nobody pays for a task whose id was never returned', async () => {
    const [reply] = await Promise.all([payer.submit(), loseReplyAndCut(at.scene, 'queue_task')])
    expect(reply).toMatchObject(unavailable)
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held', task: 'queued' }] })
    at.scene.proxy.mend()
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...refunded, task: 'failed' }],
    })
  })

  it('from the start: 503, nothing debited, nothing sent upstream; then calls work again', async () => {
    at.scene.proxy.cut()
    expect(await payer.answer()).toMatchObject({
      status: 503,
      headers: { get: expect.anything() },
      body: { code: expect.stringMatching(/^(SERVICE|BILLING)_UNAVAILABLE$/) },
    })
    expect(await payer.submit()).toMatchObject({ status: 503 })
    at.scene.proxy.mend()
    expect(await payer.ledger()).toEqual({ balanceUnits: FULL, charges: [] })
    expect(at.scene.upstream.requests).toHaveLength(0)
    await waitFor('an answer', async () => (await payer.answer())?.status === 200)
  })

  it('with a cached key: 503 too', async () => {
    expect(await payer.answer()).toMatchObject({ status: 200 })
    at.scene.proxy.cut()
    expect(await payer.answer()).toMatchObject({ status: 503 })
    expect(at.scene.upstream.requests).toHaveLength(1)
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  })
})

describe('a database that is away for longer than the lease', () => {
  const at = useCrashScene({ FOOTNOTE_LEASE_SECONDS: '1' })

  it('does not make a living process refund its own running calls', async () => {
    const payer = await at.scene.createPayer()
    const leaseHolds = async () => {
      const { rowCount } = await at.scene.database.query(
        'select from instance where lease_until > clock_timestamp()',
      )
      return rowCount === 1
    }
    const held = holdCalls(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    at.scene.proxy.cut()
    await waitFor('the lease to run out', async () => !(await leaseHolds()))
    at.scene.proxy.mend()
    await waitFor('the lease to be taken again', leaseHolds)
    held.release()
    expect(await reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - ANSWER_UNITS,
      charges: [captured],
    })
  })
})
