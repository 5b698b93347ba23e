import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { captured, refunded, reversed } from '../testing/scenes/read-ledger.ts'

const unavailable = { status: 503, body: { code: 'BILLING_UNAVAILABLE' } }
const unqueued = { ...refunded, cause: 'queueing_unknown' }

describe('a call that got 503 because its capture or queueing is unknown', () => {
  // Deadlines are minutes away, so nothing but the journal refunds in time.
  const at = useCrashScene({ FOOTNOTE_DRAIN_SECONDS: '0' })
  let payer: CrashPayer
  beforeEach(async () => {
    await at.scene.restart()
    payer = await at.scene.createPayer()
  })

  /**
   * A task was queued and an answer captured, the service got neither reply, and the database is
   * cut off.
   */
  async function loseRepliesAndCut() {
    const queueing = at.scene.proxy.withholdReply('queue_task')
    const submission = payer.submit()
    await queueing
    const capture = at.scene.proxy.withholdReply('settle_charges')
    const answer = payer.answer()
    await capture
    at.scene.proxy.cut()
    return [submission, answer]
  }

  async function expectWithheld(replies: readonly Promise<unknown>[]): Promise<void> {
    for (const reply of await Promise.all(replies)) expect(reply).toMatchObject(unavailable)
    expect(await payer.ledger()).toMatchObject({
      charges: [{ state: 'held', task: 'queued' }, captured],
    })
  }

  it('is refunded by the next start if SIGTERM came while the database was cut off', async () => {
    const replies = await loseRepliesAndCut()
    at.scene.service.signal('SIGTERM')
    await expectWithheld(replies)
    expect(await at.scene.service.ended()).toBe(0)
    at.scene.proxy.mend()
    await at.scene.restart()
    await waitFor('both refunds', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL,
      charges: [unqueued, reversed],
    })
  })

  it('is refunded by the next start if the process was killed right after the reply', async () => {
    const replies = await loseRepliesAndCut()
    at.scene.service.signal('SIGTERM')
    await expectWithheld(replies)
    await at.scene.service.kill()
    at.scene.proxy.mend()
    await at.scene.restart()
    await waitFor('both refunds', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [unqueued, reversed] })
  })

  it('is refunded during the shutdown if the database comes back', async () => {
    const replies = await loseRepliesAndCut()
    at.scene.service.signal('SIGTERM')
    await expectWithheld(replies)
    at.scene.proxy.mend()
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL,
      charges: [unqueued, reversed],
    })
  })
})

describe('a capture whose delivery is not confirmed', () => {
  const at = useCrashScene({
    FOOTNOTE_DRAIN_SECONDS: '0',
    FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '5',
    FOOTNOTE_SETTLE_GRACE_SECONDS: '1',
    FOOTNOTE_LEASE_SECONDS: '1',
  })
  let payer: CrashPayer
  let ownFolder: { FOOTNOTE_DATA_DIR: string }
  beforeEach(async () => {
    ownFolder = await newDataFolder()
    await at.scene.restart(ownFolder)
    payer = await at.scene.createPayer()
  })

  async function newDataFolder() {
    const { path, remove } = await makeTemporaryFolder()
    onTestFinished(remove)
    return { FOOTNOTE_DATA_DIR: path }
  }

  async function countMarks(which = 'true'): Promise<number | null> {
    const { rowCount } = await at.scene.database.query(
      `select from open_charge where account_id = $1 and captured_at is not null and ${which}`,
      [payer.accountId],
    )
    return rowCount
  }

  /** The capture is committed, and its process gets no reply. */
  async function captureUnheard() {
    const capture = at.scene.proxy.withholdReply('settle_charges')
    const reply = payer.answer()
    await capture
    return { reply }
  }

  const refunds = (balanceUnits = FULL) =>
    waitFor('the refund', async () => (await payer.ledger()).balanceUnits === balanceUnits)

  it('is refunded by another instance after kill -9 between capture and reply', async () => {
    const other = await at.scene.spawn(await newDataFolder())
    const { reply } = await captureUnheard()
    expect(await countMarks()).toBe(1)
    await at.scene.service.kill()
    expect(await reply).toBeUndefined()
    await refunds()
    expect(await payer.ledger()).toMatchObject({ charges: [reversed] })
    expect(await countMarks()).toBe(0)
    await other.kill()
  })

  it('is refunded if SIGTERM came while the database was cut off and the data folder is lost', async () => {
    const { reply } = await captureUnheard()
    expect(await countMarks()).toBe(1)
    at.scene.proxy.cut()
    at.scene.service.signal('SIGTERM')
    expect(await reply).toMatchObject(unavailable)
    await at.scene.service.kill()
    at.scene.proxy.mend()
    await at.scene.restart(await newDataFolder())
    await refunds()
    expect(await payer.ledger()).toMatchObject({ charges: [reversed] })
  })

  it('is refunded once when the journal and the sweepers of two instances race', async () => {
    const { reply } = await captureUnheard()
    expect(await countMarks()).toBe(1)
    at.scene.proxy.cut()
    at.scene.service.signal('SIGTERM')
    expect(await reply).toMatchObject(unavailable)
    await at.scene.service.kill()
    await waitFor('the deadline', async () => (await countMarks('deadline_at < now()')) === 1)
    at.scene.proxy.mend()
    const [other] = await Promise.all([
      at.scene.spawn(await newDataFolder()),
      at.scene.restart(ownFolder),
    ])
    await refunds()
    await Promise.all([other.kill(), at.scene.restart(ownFolder)])
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
  })

  it('is not left by a delivered answer, which is confirmed and stays captured', async () => {
    expect(await payer.answer()).toMatchObject({ status: 200 })
    await waitFor('the confirmation', async () => (await countMarks()) === 0)
    const { reply } = await captureUnheard()
    await at.scene.restart(await newDataFolder())
    expect(await reply).toBeUndefined()
    // By then the deadline of the delivered answer has passed, too.
    await refunds(FULL - ANSWER_UNITS)
    expect(await payer.ledger()).toMatchObject({ charges: [captured, reversed] })
  })

  it('is confirmed by a shutdown right after the delivery', async () => {
    expect(await payer.answer()).toMatchObject({ status: 200 })
    at.scene.service.signal('SIGTERM')
    expect(await at.scene.service.ended()).toBe(0)
    expect(await countMarks()).toBe(0)
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  })
})
