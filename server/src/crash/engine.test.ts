import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { enginePid } from '../testing/processes/engine-pid.ts'
import { isRunning } from '../testing/processes/is-running.ts'
import { ANSWER_UNITS, type CrashPayer, FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { holdEngine } from '../testing/scenes/hold-engine.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

/** The service as delivered: nothing is configured, and the embedded engine answers. */
let scene: EmbeddedScene
let payer: CrashPayer
beforeAll(async () => {
  scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '' })
})
afterAll(() => scene.close())
beforeEach(async () => {
  payer = await scene.createPayer()
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
})

const pid = () => enginePid(scene.service.output())

const cited = {
  status: 200,
  body: {
    answer: expect.stringMatching(/(Sucre|La Paz).*\[\[1\]\]/),
    citations: expect.arrayContaining([
      { source: expect.stringMatching(/^https?:/), excerpts: expect.any(Array) },
    ]),
  },
}

async function completedTask(taskId: string) {
  return waitFor('the task to be completed', async () => {
    const reply = await payer.retrieve(taskId)
    expect(reply?.body.status).not.toBe('failed')
    return reply?.body.status === 'completed' && reply.body
  })
}

/** A call that the paused engine has received and does not answer. */
async function callHeldEngine() {
  const { release } = holdEngine(pid())
  const reply = payer.answer()
  const debited = FULL - ANSWER_UNITS
  await waitFor('the debit', async () => (await payer.ledger()).balanceUnits === debited)
  return { reply, release }
}

it('refunds a call whose engine is killed, restarts the engine, and the next call is paid', async () => {
  const killed = pid()
  const { reply } = await callHeldEngine()
  process.kill(killed, 'SIGKILL')
  expect(await reply).toMatchObject({ status: 502, body: { code: 'QUERY_FAILED_REFUNDED' } })
  await waitFor('another engine', () => pid() !== killed)
  expect(await payer.answer()).toMatchObject(cited)
  const { balanceUnits, charges } = await payer.settledLedger()
  expect(balanceUnits).toBe(FULL - ANSWER_UNITS)
  expect(charges).toMatchObject([{ ...refunded, cause: 'upstream_unreachable' }, captured])
})

it('completes a task with the next engine after kill -9', async () => {
  const killed = pid()
  const task = await payer.submit()
  expect(task).toMatchObject({ status: 202 })
  process.kill(killed, 'SIGKILL')
  await waitFor('another engine', () => pid() !== killed)
  await completedTask(task?.body.task_id)
  expect(await payer.ledger()).toMatchObject({
    balanceUnits: FULL - TASK_UNITS,
    charges: [{ ...captured, task: 'completed' }],
  })
})

it('ends the engine after kill -9 of the service, and the next start continues its tasks', async () => {
  const orphan = pid()
  const task = await payer.submit()
  expect(task).toMatchObject({ status: 202 })
  await scene.service.kill()
  await waitFor('the end of the engine', async () => !(await isRunning(orphan)))
  await scene.restart()
  const { result } = await completedTask(task?.body.task_id)
  expect(result.output.sources).not.toEqual([])
  expect(await payer.answer()).toMatchObject(cited)
  expect(await payer.settledLedger()).toMatchObject({
    balanceUnits: FULL - TASK_UNITS - ANSWER_UNITS,
    charges: [{ ...captured, task: 'completed' }, captured],
  })
})

it('keeps the engine alive after kill -9 of the database, and completes old and new calls', async () => {
  const engine = pid()
  const before = await payer.submit()
  expect(before).toMatchObject({ status: 202 })
  const killed = await scene.readDatabasePid()
  process.kill(killed, 'SIGKILL')
  await waitFor('another database process', async () => {
    const ready = await fetch(`${scene.service.url}/readyz`).catch(() => undefined)
    const now = await scene.readDatabasePid().catch(() => killed)
    return ready?.status === 200 && now !== killed
  })
  const after = await waitFor('a task to be taken', async () => {
    const reply = await payer.submit()
    return reply?.status === 202 && reply
  })
  await completedTask(before?.body.task_id)
  await completedTask(after.body.task_id)
  expect(pid()).toBe(engine)
  expect((await payer.settledLedger()).balanceUnits).toBe(FULL - 2n * TASK_UNITS)
})

it('sends new calls to an upstream configured later, while the engine keeps its tasks', async () => {
  const task = await payer.submit()
  const { result } = await completedTask(task?.body.task_id)
  scene.upstream.handler = answerWell
  scene.upstream.requests.length = 0
  await scene.restart({ FOOTNOTE_UPSTREAM_URL: scene.upstream.url })
  expect(await completedTask(task?.body.task_id)).toMatchObject({ result })
  expect(scene.upstream.requests).toEqual([])
  expect(await payer.answer()).toMatchObject({ status: 200 })
  expect(scene.upstream.requests).toHaveLength(1)
  await scene.restart()
})

it('lets a running call keep its engine on Ctrl-C and be paid, then stops the engine, then the database', async () => {
  const engine = pid()
  const { reply, release } = await callHeldEngine()
  process.kill(-scene.service.pid, 'SIGINT')
  await waitFor('the shutdown', () => scene.service.output().includes('shutting down'))
  expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held' }] })
  release()
  expect(await reply).toMatchObject(cited)
  expect(await scene.service.ended()).toBe(0)
  expect(await isRunning(engine)).toBe(false)
  // It ended by itself while it still had its database.
  const output = scene.service.output()
  expect(output).toMatch(/"shutting down".*"the engine has stopped".*"stopped"/s)
  expect(output).not.toMatch(/"level":(50|60)/)
  await expect(scene.readDatabasePid()).rejects.toThrow('ENOENT')
  await scene.restart()
  expect(await payer.ledger()).toMatchObject({ charges: [captured] })
})
