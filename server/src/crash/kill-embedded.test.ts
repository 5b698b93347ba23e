import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { answerWell, goodResearch } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let scene: EmbeddedScene
let payer: CrashPayer
beforeAll(async () => {
  scene = await openEmbeddedScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.upstream.handler = answerWell
  payer = await scene.createPayer()
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
})

/** Resolves at once with a promise for the next database's start. */
async function killDatabase(): Promise<{ back: () => Promise<unknown> }> {
  const killed = await scene.readDatabasePid()
  process.kill(killed, 'SIGKILL')
  const back = () =>
    waitFor('the service to be ready with another database process', async () => {
      const ready = await fetch(`${scene.service.url}/readyz`).catch(() => undefined)
      const pid = await scene.readDatabasePid().catch(() => killed)
      return ready?.status === 200 && pid !== killed
    })
  return { back }
}

it('settles everything and continues tasks at the next start after kill -9 of the service', async () => {
  const paid = await payer.answer()
  expect(paid).toMatchObject({ status: 200 })
  const task = await payer.submit()
  expect(task).toMatchObject({ status: 202 })
  const held = holdCalls(scene.upstream)
  const doomed = [payer.answer(), payer.submit(), payer.answer()]
  const debited = FULL - 3n * ANSWER_UNITS - 2n * TASK_UNITS
  await waitFor('all debits', async () => (await payer.ledger()).balanceUnits === debited)

  await scene.restart()
  held.release()
  expect(await Promise.all(doomed)).toEqual([undefined, undefined, undefined])
  await waitFor('all refunds', async () => {
    const { charges } = await payer.ledger()
    return charges.filter(({ state }) => state === 'held').length === 1
  })
  expect(await payer.retrieve(task?.body.task_id)).toMatchObject({
    status: 200,
    body: { status: 'completed', result: goodResearch },
  })
  const books = await payer.settledLedger()
  expect(books.balanceUnits).toBe(FULL - ANSWER_UNITS - TASK_UNITS)
  expect(books.charges.slice(0, 2)).toMatchObject([captured, { ...captured, task: 'completed' }])
  for (const charge of books.charges.slice(2)) {
    expect(charge).toMatchObject({ ...refunded, cause: 'process_died' })
  }
})

it('delivers every answer and captures it once after kill -9 of the database while the upstream works', async () => {
  const held = holdCalls(scene.upstream)
  const replies = Array.from({ length: 20 }, payer.answer)
  const debited = FULL - ANSWER_UNITS * BigInt(replies.length)
  await waitFor('all debits', async () => (await payer.ledger()).balanceUnits === debited)
  const { back } = await killDatabase()
  held.release()
  for (const reply of await Promise.all(replies)) expect(reply).toMatchObject({ status: 200 })
  await back()
  expect(await payer.ledger()).toMatchObject({
    balanceUnits: debited,
    charges: replies.map(() => captured),
  })
})

it('captures delivered calls and refunds the rest after kill -9 of the database during calls', async () => {
  // Callers who go on calling through the outage, until the database has been back for a while.
  let isOver = false
  const replies: Awaited<ReturnType<CrashPayer['answer']>>[] = []
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) replies.push(await payer.answer())
  })
  const delivered = () => replies.filter(reply => reply?.status === 200)
  await waitFor('calls to go through', () => delivered().length > 20)
  const { back } = await killDatabase()
  await back()
  const before = delivered().length
  await waitFor('calls to go through again', () => delivered().length > before + 20)
  isOver = true
  await Promise.all(callers)

  // Debits whose reply was lost wait for their deadline, which is moved to now.
  await scene.database.query(
    'update open_charge set deadline_at = clock_timestamp() where captured_at is null',
  )
  const { balanceUnits, charges } = await payer.settledLedger()
  expect(balanceUnits).toBe(FULL - ANSWER_UNITS * BigInt(delivered().length))
  const paid = charges.filter(({ state }) => state === 'captured').map(({ id }) => id)
  expect(paid.sort()).toEqual(
    delivered()
      .map(reply => reply?.body.billing.request_id)
      .sort(),
  )
  for (const reply of replies) expect([200, 502, 503]).toContain(reply?.status)
})

it('restarts the database and settles everything after kill -9 of both', async () => {
  const held = holdCalls(scene.upstream)
  const doomed = payer.answer()
  await held.arrived
  await killDatabase()
  await scene.restart()
  expect(await doomed).toBeUndefined()
  expect(await payer.settledLedger()).toMatchObject({
    balanceUnits: FULL,
    charges: [{ ...refunded, cause: 'process_died' }],
  })
})
