import { filesWith } from '@footnote/platform/testing/files-with'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import { enginePid } from '../testing/processes/engine-pid.ts'
import { isRunning } from '../testing/processes/is-running.ts'
import type { CrashPayer } from '../testing/scenes/crash-payer.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { holdEngine } from '../testing/scenes/hold-engine.ts'
import { post } from '../testing/scenes/test-service.ts'

// A valid label of a domain, since those are folded to lower case.
const CANARY = 'canary4h8r1xq6n5z'
const CONTROL = 'control9w3e7dk2y'

/** Without settings, the embedded engine stores what background tasks need. */
let scene: EmbeddedScene
let payer: CrashPayer
beforeAll(async () => {
  scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '', FOOTNOTE_LOG_LEVEL: 'debug' })
  payer = await scene.createPayer()
})
afterAll(() => scene.close())

const input = `What is the capital of Bolivia? My own word for it is ${CANARY}.`
const source_control = { exclude_domains: [`${CANARY}.example.com`] }
const output_schema = {
  type: 'object',
  description: `About ${CANARY}`,
  properties: { capital: { type: 'string', description: `The capital, which I call ${CANARY}` } },
  required: ['capital'],
  additionalProperties: false,
}
const taskBody = { input, source_control, research_effort: 'deep' }

const send = (tool: string, body: object) =>
  post(`${scene.service.url}/api/v1/${tool}`, payer.key, body)

async function submit(body: object): Promise<string> {
  const reply = await send('research', body)
  expect(reply.status).toBe(202)
  return reply.body.task_id
}

/** Waits for the task's end and returns its state. */
async function endOf(taskId: string): Promise<string> {
  return waitFor('the end of the task', async () => {
    const status = (await payer.retrieve(taskId))?.body.status
    return (status === 'completed' || status === 'failed') && status
  })
}

/** Searches every file after the server has written everything to disk. */
async function expectNoTrace(): Promise<void> {
  await scene.database.query('checkpoint')
  expect(await filesWith(scene.dataDir, CONTROL)).not.toEqual([])
  expect(await filesWith(scene.dataDir, CANARY)).toEqual([])
  expect(scene.service.output()).not.toContain(CANARY)
}

it('leaves no trace of a question in the databases, the library, the keys or the log', async () => {
  await createKey(scene.database, { accountId: payer.accountId, name: CONTROL })

  const calls = [
    await send('answer', { query: input, ...source_control }),
    await send('research', { input, source_control, research_effort: 'lite' }),
    await send('research', { input, output_schema }),
    await send('finance_research', { input }),
  ]
  for (const { status } of calls) expect([200, 502]).toContain(status)
  await expectNoTrace()

  // While runs wait or are worked on: the engine is paused at any point.
  const tasks = [await submit(taskBody), await submit({ ...taskBody, output_schema })]
  const hopeless = await submit({ ...taskBody, input: `${CANARY} ${CANARY}?` })
  const { release } = holdEngine(enginePid(scene.service.output()))
  await expectNoTrace()
  release()

  // While their results can be fetched, and after they were.
  const [plain = ''] = tasks
  expect(await endOf(plain)).toBe('completed')
  for (const task of [...tasks, hopeless]) await endOf(task)
  const events = await fetch(`${scene.service.url}/api/v1/research/${plain}/events`, {
    headers: { authorization: `Bearer ${payer.key}` },
  })
  expect(await events.text()).not.toContain(CANARY)
  await expectNoTrace()
})

it('leaves no trace when everything is killed during a run, nor when that run resumes', async () => {
  const task = await submit(taskBody)
  const engine = enginePid(scene.service.output())
  process.kill(engine, 'SIGKILL')
  await scene.service.kill()
  await waitFor('the end of all engines', async () => !(await isRunning(engine)))
  expect(await filesWith(scene.dataDir, CANARY)).toEqual([])
  expect(scene.service.output()).not.toContain(CANARY)
  await scene.restart()
  expect(await endOf(task)).toBe('completed')
  await expectNoTrace()
})

it('leaves no trace after SIGTERM during a run', async () => {
  await submit(taskBody)
  scene.service.signal('SIGTERM')
  expect(await scene.service.ended()).toBe(0)
  expect(await filesWith(scene.dataDir, CANARY)).toEqual([])
  expect(scene.service.output()).not.toContain(CANARY)
})
