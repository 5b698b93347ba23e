import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CrashPayer, FULL } from '../testing/crash-payer.ts'
import { useCrashScene } from '../testing/crash-scene.ts'
import { captured, refunded, reversed } from '../testing/read-ledger.ts'

const unavailable = { status: 503, body: { code: 'BILLING_UNAVAILABLE' } }
const unqueued = { ...refunded, cause: 'queueing_unknown', task: 'failed' }

/** Deadlines are minutes away, so nothing but the journal refunds in time. */
const at = useCrashScene({ FOOTNOTE_DRAIN_SECONDS: '0' })
let payer: CrashPayer
beforeEach(async () => {
  await at.scene.restart()
  payer = await at.scene.createPayer()
})

/** A task was queued and an answer captured, the service heard neither, and the database is cut. */
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

describe('a call that got 503 because its capture or queueing is unknown', () => {
  it('is refunded by the next start when SIGTERM came while the database was cut', async () => {
    const replies = await loseRepliesAndCut()
    at.scene.service.signal('SIGTERM')
    await expectWithheld(replies)
    expect(await at.scene.service.ended()).toBe(0)
    expect(at.scene.service.output()).toContain('the next start on this data folder refunds')
    at.scene.proxy.mend()
    await at.scene.restart()
    await waitFor('both refunds', async () => (await payer.ledger()).balanceUnits === FULL)
    await at.scene.restart()
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL,
      charges: [unqueued, reversed],
    })
  })

  it('is refunded by the next start when the process was killed right after the reply', async () => {
    const replies = await loseRepliesAndCut()
    at.scene.service.signal('SIGTERM')
    await expectWithheld(replies)
    await at.scene.service.kill()
    at.scene.proxy.mend()
    await at.scene.restart()
    await waitFor('both refunds', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [unqueued, reversed] })
  })

  it('is refunded while the shutdown still waits when the database comes back', async () => {
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
