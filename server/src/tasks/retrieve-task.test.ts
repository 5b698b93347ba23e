import { type RefundCause, refundCauses, UPSTREAM_REASONS } from '@footnote/contract/refund-causes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { completedReply, storedTaskReply, taskReply } from '../testing/scenes/play-tasks.ts'
import {
  captured,
  held,
  refundedFor,
  type SceneTask,
  startTaskScene,
  type TaskScene,
} from '../testing/scenes/task-scene.ts'
import { get, send } from '../testing/scenes/test-service.ts'
import { goodResearch, type StubHandler } from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
beforeAll(async () => {
  // Only the polls of these tests ask the upstream, and nothing sweeps.
  scene = await startTaskScene({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(() => scene.close())

const balance = async () =>
  (await get(`${scene.service.url}/api/v1/wallet`, scene.payer.key)).body.balance_units

async function expectFailed(task: SceneTask, cause: RefundCause = 'task_failed'): Promise<void> {
  const reply = await task.retrieve()
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    task_id: task.id,
    status: 'failed',
    expires_at: expect.any(String),
    code: 'QUERY_FAILED_REFUNDED',
    message: refundCauses[cause].message,
  })
  expect(reply.headers.has('retry-after')).toBe(false)
  expectContract('retrieve_task', reply)
}

describe('an unfinished task', () => {
  it.each([
    ['by task_id', taskReply],
    ['by id', storedTaskReply],
  ])('is read from either format of the upstream: %s', async (_shape, say) => {
    const task = await scene.submit()
    for (const status of ['queued', 'running']) {
      task.becomes(say({ status }))
      const reply = await task.retrieve()
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ task_id: task.id, status, expires_at: expect.any(String) })
      expect(reply.headers.get('retry-after')).toBe('5')
      expectContract('retrieve_task', reply)
      expect(await task.facts()).toEqual({ state: status, ...held })
    }
  })

  it.each([
    ['queued', 'running', 'queued'],
    ['running', 'queued', 'queued'],
    ['queued', 'paused', 'running', 'paused', ''],
    ['running', 'COMPLETED', 'toString'],
  ])(
    'only goes forward, and an unknown state changes nothing: %s, %s, %s, ...',
    async (...words) => {
      const task = await scene.submit()
      let furthest = 'queued'
      for (const status of words) {
        task.becomes(taskReply({ status }))
        if (status === 'running') furthest = status
        expect((await task.retrieve()).body.status).toBe(furthest)
        expect(await task.facts()).toEqual({ state: furthest, ...held })
      }
    },
  )
})

it.each([
  { from: 'queued', to: 'running', money: held },
  { from: 'queued', to: 'completed', money: captured },
  { from: 'queued', to: 'failed', money: refundedFor('task_failed') },
  { from: 'running', to: 'completed', money: captured },
  { from: 'running', to: 'failed', money: refundedFor('task_failed') },
])('a task goes from $from to $to', async ({ from, to, money }) => {
  const task = await scene.submit()
  task.becomes(taskReply({ status: from }))
  expect((await task.retrieve()).body.status).toBe(from)
  expect(await task.facts()).toEqual({ state: from, ...held })
  task.becomes(taskReply({ status: to, result: to === 'completed' ? goodResearch : null }))
  expect((await task.retrieve()).body.status).toBe(to)
  expect(await task.facts()).toEqual({ state: to, ...money })
})

it('writes nothing when a poll finds nothing new', async () => {
  const task = await scene.submit()
  task.becomes(taskReply({ status: 'running' }))
  const version = async () => {
    const { rows } = await scene.database.query('select xmin, ctid from task where id = $1', [
      task.id,
    ])
    return rows
  }
  const first = await version()
  await task.retrieve()
  const seenRunning = await version()
  expect(seenRunning).not.toEqual(first)
  await task.retrieve()
  await task.retrieve()
  expect(await version()).toEqual(seenRunning)
})

describe('a finished task', () => {
  it.each([
    ['by task_id', taskReply],
    ['by id', storedTaskReply],
  ])('returns exactly the output and captures the charge: %s', async (_shape, say) => {
    const { content, sources } = goodResearch.output
    const result = {
      output: { content, content_type: 'text', sources, usage: { tokens: 9 } },
      echo: 'What was asked',
    }
    const task = await scene.submit()
    task.becomes(say({ status: 'completed', result }))
    const reply = await task.retrieve()
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      task_id: task.id,
      status: 'completed',
      expires_at: expect.any(String),
      result: goodResearch,
    })
    expect(reply.headers.has('retry-after')).toBe(false)
    expectContract('retrieve_task', reply)
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
  })

  it('returns an object if a schema was given', async () => {
    const output_schema = {
      type: 'object',
      additionalProperties: false,
      required: ['gdp'],
      properties: { gdp: { type: 'number' } },
    }
    const task = await scene.submit({ body: { output_schema } })
    const output = { content: { gdp: 1.5 }, content_type: 'object', sources: [] }
    task.becomes(taskReply({ status: 'completed', result: { output } }))
    expect((await task.retrieve()).body.result).toEqual({ output })
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
  })

  it('is captured once by concurrent polls, and each of them gets the result', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    const before = await balance()
    for (const reply of await Promise.all(Array.from({ length: 25 }, () => task.retrieve()))) {
      expect(reply).toMatchObject({ status: 200, body: { result: goodResearch } })
    }
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
    expect(await balance()).toBe(before)
  })

  it('is not captured by a HEAD, which returns no result', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    const reply = await send(`${scene.service.url}/api/v1/research/${task.id}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${scene.payer.key}` },
    })
    expect(reply).toMatchObject({ status: 200, body: undefined })
    expect(await task.facts()).toEqual({ state: 'completed', ...held })
  })

  it('can be retrieved again and again without another charge', async () => {
    const task = await scene.submit()
    const before = await balance()
    await task.retrieve()
    task.becomes(completedReply)
    for (let round = 0; round < 3; round += 1) {
      expect((await task.retrieve()).body.result).toEqual(goodResearch)
    }
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
    expect(await balance()).toBe(before)
  })
})

describe('a failed task', () => {
  const completed = (members: object) => taskReply({ status: 'completed', ...members })
  const output = (members: object) =>
    completed({ result: { output: { content_type: 'text', sources: [], ...members } } })

  it.each<[string, StubHandler]>([
    ['failed', taskReply({ status: 'failed', error: 'out of luck' })],
    ['failed, in the other shape', storedTaskReply({ status: 'failed', error: 'out of luck' })],
    ['cancelled', taskReply({ status: 'cancelled' })],
    ['completed without a result', completed({ result: null })],
    ['completed with an empty result', completed({ result: {} })],
    ['completed with an error', completed({ result: goodResearch, error: 'but not quite' })],
    ['a result that carries an error', completed({ result: { ...goodResearch, error: 'no' } })],
    ['a blank report', output({ content: ' \n\u2003' })],
    ['no report', output({})],
    ['an object without a schema', output({ content: { gdp: 1 }, content_type: 'object' })],
    ['a list of reports', output({ content: ['a'] })],
    ['sources that are no list', output({ content: 'A report', sources: 'none' })],
    ['a source without a URL', output({ content: 'A report', sources: [{ title: 'A' }] })],
  ])('is refunded once and stays failed: %s', async (_case, reply) => {
    const before = await balance()
    const task = await scene.submit()
    task.becomes(reply)
    await expectFailed(task)
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_failed') })
    expect(await balance()).toBe(before)
    // The refund is final, whatever the upstream reports later, and nobody asks again.
    task.becomes(completedReply)
    await expectFailed(task)
    expect(task.remote.looks).toBe(1)
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_failed') })
  })

  it.each(UPSTREAM_REASONS)('reports why it was refunded, now and later: %s', async reason => {
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'failed', error: 'The population is 17508260.', reason }))
    await expectFailed(task, reason)
    await expectFailed(task, reason)
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor(reason) })
  })

  it.each(['The population is 17508260.', 'internal_fault', '__proto__', 7, {}])(
    'repeats nothing from the upstream except known codes: %j',
    async reason => {
      const task = await scene.submit()
      task.becomes(taskReply({ status: 'failed', error: reason, reason }))
      await expectFailed(task)
    },
  )

  it('uses the general message for a cause of another version', async () => {
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'failed', reason: 'no_source' }))
    await expectFailed(task, 'no_source')
    await task.travel({ charge: `refund_cause = 'constructor'` })
    await expectFailed(task)
  })

  it('is refunded if text comes where a schema was given', async () => {
    const output_schema = {
      type: 'object',
      additionalProperties: false,
      required: [],
      properties: {},
    }
    const task = await scene.submit({ body: { output_schema } })
    task.becomes(completedReply)
    await expectFailed(task)
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_failed') })
  })

  it('is refunded once by concurrent polls', async () => {
    const before = await balance()
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'failed' }))
    await Promise.all(Array.from({ length: 25 }, () => expectFailed(task)))
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_failed') })
    expect(await balance()).toBe(before)
  })
})
