import { waitFor } from '@footnote/platform/testing/wait-for'
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
import { goodResearch, type StubHandler, type StubReply } from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
beforeAll(async () => {
  scene = await startTaskScene()
})
afterAll(() => scene.close())

const due = 'next_look_at = clock_timestamp()'
const expired = 'expires_at = clock_timestamp()'

/** Makes the task due, and waits until the service has polled it and stored the result. */
async function isLookedAt(task: SceneTask, more = ''): Promise<void> {
  const looksOf = async () => {
    const { rows } = await scene.database.query<{ looks: number }>(
      'select looks from task where id = $1',
      [task.id],
    )
    return rows[0]?.looks ?? 0
  }
  const before = await looksOf()
  await task.travel({ task: due + more })
  await waitFor('a look of the service itself', async () => (await looksOf()) > before)
}

describe('a task that no client polls', () => {
  it.each<[string, StubHandler]>([
    ['failed', taskReply({ status: 'failed' })],
    ['cancelled', taskReply({ status: 'cancelled' })],
    ['completed without a result', taskReply({ status: 'completed' })],
  ])('is refunded if it failed: %s', async (_case, reply) => {
    const task = await scene.submit()
    task.becomes(reply)
    await task.travel({ task: due })
    await task.comesTo({ state: 'failed', ...refundedFor('task_failed') })
    expect((await task.retrieve()).body).toMatchObject({ status: 'failed' })
  })

  it('is refunded if the upstream no longer knows it', async () => {
    const task = await scene.submit()
    task.becomes(taskNotFound)
    await isLookedAt(task)
    await isLookedAt(task)
    expect(await task.facts()).toEqual({ state: 'queued', ...held })
    const longMissing = `, missing_since = clock_timestamp() - interval '4 minutes'`
    await task.travel({ task: due + longMissing })
    await task.comesTo({ state: 'failed', ...refundedFor('task_missing') })
    // A result that appears later is withheld.
    task.becomes(completedReply)
    expect((await task.retrieve()).body).not.toHaveProperty('result')
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_missing') })
  })

  it('is seen completed without being paid, and paid when its result is returned', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    await task.travel({ task: due })
    await task.comesTo({ state: 'completed', ...held })
    expect((await task.retrieve()).body.result).toEqual(goodResearch)
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
  })

  it.each<[string, StubReply | StubHandler]>([
    ['running again', taskReply({ status: 'running' })],
    ['failed', taskReply({ status: 'failed' })],
    ['task not found', taskNotFound],
    ['a cut connection', cutConnection],
  ])(
    'stays completed once it was seen so, whatever the upstream reports later: %s',
    async (_case, reply) => {
      const task = await scene.submit()
      task.becomes(completedReply)
      await isLookedAt(task)
      task.becomes(reply)
      await isLookedAt(task)
      expectError('JOB_POLL_FAILED', await task.retrieve())
      expect(await task.facts()).toEqual({ state: 'completed', ...held })
    },
  )

  it('is not polled once it is paid or refunded', async () => {
    const [paid, failed] = await Promise.all([scene.submit(), scene.submit()])
    paid.becomes(completedReply)
    failed.becomes(taskReply({ status: 'failed' }))
    for (const task of [paid, failed]) {
      await task.retrieve()
      const { rows } = await scene.database.query('select next_look_at from task where id = $1', [
        task.id,
      ])
      expect(rows).toEqual([{ next_look_at: null }])
    }
  })
})

describe('the verdict at expiry', () => {
  it('is paid if the last poll found it completed', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    await isLookedAt(task)
    const { looks } = task.remote
    await task.travel({ task: `${expired}, ${due}` })
    await task.comesTo({ state: 'completed', ...captured })
    expect(task.remote.looks).toBe(looks)
    expectError('JOB_EXPIRED', await task.retrieve())
  })

  it.each<[string, StubReply | StubHandler, object]>([
    ['finished', completedReply, { state: 'completed', ...captured }],
    ['queued', taskReply({ status: 'queued' }), refundedFor('task_expired')],
    ['running', taskReply({ status: 'running' }), refundedFor('task_expired')],
    ['an unknown word', taskReply({ status: 'paused' }), refundedFor('task_expired')],
    ['failed', taskReply({ status: 'failed' }), refundedFor('task_expired')],
    ['task not found', taskNotFound, refundedFor('task_expired')],
  ])('follows the upstream if no poll had seen it finish: %s', async (_case, reply, verdict) => {
    const task = await scene.submit()
    task.becomes(reply)
    await task.travel({ task: `${expired}, ${due}` })
    await task.comesTo({ state: 'failed', ...verdict })
    expectError('JOB_EXPIRED', await task.retrieve())
  })

  it.each<[string, StubReply | StubHandler]>([
    ['task not found', taskNotFound],
    ['failed', taskReply({ status: 'failed' })],
    ['running again', taskReply({ status: 'running' })],
  ])('is a refund if it was seen completed but its result is gone: %s', async (_case, reply) => {
    const task = await scene.submit()
    task.becomes(completedReply)
    await isLookedAt(task)
    task.becomes(reply)
    await isLookedAt(task)
    await task.travel({ task: `${expired}, ${due}` })
    await task.comesTo({ state: 'completed', ...refundedFor('task_expired') })
  })

  it('leaves a delivered task alone', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    await task.retrieve()
    task.becomes(taskNotFound)
    expectError('JOB_POLL_FAILED', await task.retrieve())
    await task.travel({ task: `${expired}, ${due}` })
    await waitFor('the service to look away again', async () => {
      const { rowCount } = await scene.database.query(
        'select from task where id = $1 and next_look_at is null',
        [task.id],
      )
      return rowCount === 1
    })
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
  })

  describe('with an upstream that cannot be reached', () => {
    const silent = async () => {
      const task = await scene.submit()
      task.becomes(cutConnection)
      await isLookedAt(task, `, ${expired}`)
      expect(await task.facts()).toEqual({ state: 'queued', ...held })
      await isLookedAt(task)
      expect(await task.facts()).toEqual({ state: 'queued', ...held })
      return task
    }

    it('waits, and is paid when the upstream comes back with a result', async () => {
      const task = await silent()
      task.becomes(completedReply)
      await task.travel({ task: due })
      await task.comesTo({ state: 'completed', ...captured })
    })

    it('waits, and is a refund when the upstream comes back without one', async () => {
      const task = await silent()
      task.becomes(taskReply({ status: 'running' }))
      await task.travel({ task: due })
      await task.comesTo({ state: 'failed', ...refundedFor('task_expired') })
    })

    it('is a refund when its own time limit is reached, and a later result is withheld', async () => {
      const task = await silent()
      await task.travel({ open: 'deadline_at = clock_timestamp()' })
      await task.comesTo({ state: 'failed', ...refundedFor('deadline_passed') })
      task.becomes(completedReply)
      expectError('JOB_EXPIRED', await task.retrieve())
      expect(await task.facts()).toMatchObject(refundedFor('deadline_passed'))
    })
  })
})

describe('when the process that accepted a task is gone', () => {
  async function submitAndDie(): Promise<SceneTask> {
    const first = await startAnotherService(scene)
    const task = await scene.submit({ serviceUrl: first.url })
    await first.stop()
    return task
  }

  it('another one refunds a failed task', async () => {
    const task = await submitAndDie()
    task.becomes(taskReply({ status: 'failed' }))
    await task.travel({ task: due })
    await task.comesTo({ state: 'failed', ...refundedFor('task_failed') })
  })

  it('another one sees it finish, and is paid at its end', async () => {
    const task = await submitAndDie()
    task.becomes(completedReply)
    await task.travel({ task: due })
    await task.comesTo({ state: 'completed', ...held })
    await task.travel({ task: `${expired}, ${due}` })
    await task.comesTo({ state: 'completed', ...captured })
  })

  it('another one returns its result', async () => {
    const task = await submitAndDie()
    task.becomes(completedReply)
    expect((await task.retrieve()).body.result).toEqual(goodResearch)
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
  })
})

it('several processes share the polls: each due task is polled once', async () => {
  const others = await Promise.all(
    [1, 2].map(() => startAnotherService(scene, { FOOTNOTE_SWEEP_SECONDS: '0.02' })),
  )
  const tasks = await Promise.all(Array.from({ length: 60 }, () => scene.submit()))
  for (const task of tasks) task.becomes(taskReply({ status: 'running' }))
  const ids = tasks.map(({ id }) => id)
  await scene.database.query(`update task set ${due} where id = any($1)`, [ids])
  await waitFor('all looks', async () => {
    const { rowCount } = await scene.database.query(
      `select from task where id = any($1) and state = 'running'`,
      [ids],
    )
    return rowCount === ids.length
  })
  expect(tasks.map(({ remote }) => remote.looks)).toEqual(tasks.map(() => 1))
  await Promise.all(others.map(other => other.stop()))
})

describe('the schedule of polls', () => {
  const minutes = 60
  it.each([
    { case: 'soon after the submission', leftSeconds: 1_440 * minutes, looks: 0, in: 10 },
    { case: 'with growing pauses', leftSeconds: 1_440 * minutes, looks: 2, in: 22.5 },
    { case: 'every ten minutes at least', leftSeconds: 1_440 * minutes, looks: 1_000, in: 600 },
    { case: 'a minute before the end', leftSeconds: 5 * minutes, looks: 50, in: 240 },
    { case: 'at the end', leftSeconds: 30, looks: 50, in: 30 },
    { case: 'often after the end, until the verdict', leftSeconds: -5, looks: 50, in: 20 },
  ])('$case', async ({ leftSeconds, looks, in: seconds }) => {
    const { rows } = await scene.database.query<{ seconds: string }>(
      `select extract(epoch from next_look_at(now() + $1 * interval '1 second', $2) - now())
         as seconds`,
      [leftSeconds, looks],
    )
    expect(Number(rows[0]?.seconds)).toBeCloseTo(seconds, 0)
  })
})
