import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../testing/scenes/expect-contract.ts'
import {
  completedReply,
  cutConnection,
  taskNotFound,
  taskReply,
} from '../testing/scenes/play-tasks.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  captured,
  held,
  refundedFor,
  type SceneTask,
  startTaskScene,
  type TaskScene,
} from '../testing/scenes/task-scene.ts'
import {
  goodResearch,
  type StubHandler,
  type StubReply,
  startStubUpstream,
} from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
beforeAll(async () => {
  scene = await startTaskScene({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(() => scene.close())

/** Replies that say nothing about a task. */
const noNews: [string, StubReply | StubHandler][] = [
  ['another 404', { status: 404, body: { detail: 'Not Found' } }],
  ['a 404 that is almost it', { status: 404, body: { detail: 'task not found' } }],
  ['a 404 that says more', { status: 404, body: { detail: 'Task not found.' } }],
  ['a 200 that says it', { status: 200, body: { detail: 'Task not found' } }],
  ['a refused key', { status: 401, body: { detail: 'Invalid API key' } }],
  ['a forbidden key', { status: 403, body: { detail: 'Forbidden' } }],
  ['a redirect', { status: 302, headers: { location: '/' }, body: { status: 'completed' } }],
  ['a failure', { status: 500, body: { status: 'failed', detail: 'Internal error' } }],
  ['a failure of its proxy', { status: 502, body: '<html>Bad gateway</html>' }],
  ['a spend cap', { status: 429, body: { error: 'spend_cap_exceeded' } }],
  ['no JSON', { body: 'completed' }],
  ['nothing', { body: '' }],
  ['a list', { body: [{ status: 'failed' }] }],
  ['null', { body: 'null' }],
  ['no state', { body: { result: goodResearch } }],
  ['a state that is no word', taskReply({ status: { failed: true } })],
  ['another task', taskReply({ task_id: 'remote-other', status: 'failed' })],
  ['a cut connection', cutConnection],
  [
    'half a reply',
    { write: response => response.writeHead(200).write('{"status":', () => response.destroy()) },
  ],
]

async function expectPollFailed(task: SceneTask, serviceUrl?: string): Promise<void> {
  const reply = await task.retrieve(serviceUrl)
  expectError('JOB_POLL_FAILED', reply)
  expect(reply.headers.get('retry-after')).toBe('5')
}

describe('a reply that says nothing about the task', () => {
  it.each(noNews)('is 503 and changes nothing: %s', async (_case, reply) => {
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'running' }))
    await task.retrieve()
    task.becomes(reply)
    for (let round = 0; round < 4; round += 1) await expectPollFailed(task)
    expect(await task.facts()).toEqual({ state: 'running', ...held })
    task.becomes(completedReply)
    expect((await task.retrieve()).body.result).toEqual(goodResearch)
  })

  it('is 503 and changes nothing: an upstream that cannot be reached', async () => {
    const gone = await startStubUpstream(() => ({ body: { task_id: 'remote-1' } }))
    const another = await startAnotherService({ ...scene, upstream: gone })
    try {
      const task = await scene.submit()
      await task.travel({
        task: `upstream_id = (select id from upstream where url = '${gone.url}')`,
      })
      await gone.close()
      await expectPollFailed(task, another.url)
      expect(await task.facts()).toEqual({ state: 'queued', ...held })
    } finally {
      await another.stop()
    }
  })

  it.each<[string, StubHandler]>([
    ['silence', () => ({ write: () => {} })],
    [
      'a rate limit beyond the time of a poll',
      () => ({ status: 429, headers: { 'retry-after': '2' }, body: {} }),
    ],
  ])('is 503 and changes nothing: %s', async (_case, reply) => {
    const impatient = await startAnotherService(scene, { FOOTNOTE_POLL_TIMEOUT_SECONDS: '0.5' })
    try {
      const task = await scene.submit()
      task.becomes(reply)
      await expectPollFailed(task, impatient.url)
      expect(task.remote.looks).toBe(1)
      expect(await task.facts()).toEqual({ state: 'queued', ...held })
    } finally {
      await impatient.stop()
    }
  })
})

describe('a task that was seen completed', () => {
  it.each<[string, StubReply | StubHandler]>([
    ['running again', taskReply({ status: 'running' })],
    ['an unknown word', taskReply({ status: 'archived' })],
    ['failed', taskReply({ status: 'failed' })],
    ['an empty result', taskReply({ status: 'completed' })],
    ['task not found', taskNotFound],
    ['a failure', { status: 500, body: {} }],
  ])('stays completed and paid if its result is gone: %s', async (_case, reply) => {
    const task = await scene.submit()
    task.becomes(completedReply)
    await task.retrieve()
    task.becomes(reply)
    for (let round = 0; round < 4; round += 1) await expectPollFailed(task)
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
    task.becomes(completedReply)
    expect((await task.retrieve()).body.result).toEqual(goodResearch)
  })
})

describe('"task not found"', () => {
  const minutesAgo = (minutes: number) =>
    `missing_since = clock_timestamp() - interval '${minutes} minutes'`

  it('refunds a task when it was reported several times over some minutes', async () => {
    const task = await scene.submit()
    task.becomes(taskNotFound)
    await expectPollFailed(task)
    await expectPollFailed(task)
    await task.travel({ task: minutesAgo(4) })
    expect((await task.retrieve()).body).toMatchObject({ status: 'failed' })
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_missing') })
    // A result that appears later is withheld.
    task.becomes(completedReply)
    expect((await task.retrieve()).body).not.toHaveProperty('result')
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_missing') })
  })

  it('refunds nothing when it was reported often, but within moments', async () => {
    const task = await scene.submit()
    task.becomes(taskNotFound)
    for (let round = 0; round < 6; round += 1) await expectPollFailed(task)
    expect(await task.facts()).toEqual({ state: 'queued', ...held })
  })

  it('refunds nothing when it was reported for long, but only twice', async () => {
    const task = await scene.submit()
    task.becomes(taskNotFound)
    await expectPollFailed(task)
    await task.travel({ task: minutesAgo(60) })
    await expectPollFailed(task)
    expect(await task.facts()).toEqual({ state: 'queued', ...held })
  })

  it('starts to count anew when the task was found in between', async () => {
    const task = await scene.submit()
    task.becomes(taskNotFound)
    await expectPollFailed(task)
    await expectPollFailed(task)
    task.becomes(taskReply({ status: 'running' }))
    await task.retrieve()
    task.becomes(taskNotFound)
    await expectPollFailed(task)
    await task.travel({ task: minutesAgo(60) })
    await expectPollFailed(task)
    expect(await task.facts()).toEqual({ state: 'running', ...held })
  })
})
