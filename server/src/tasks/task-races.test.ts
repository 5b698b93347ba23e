import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { completedReply, taskNotFound, taskReply } from '../testing/scenes/play-tasks.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  captured,
  held,
  refundedFor,
  type SceneTask,
  startTaskScene,
  type TaskScene,
} from '../testing/scenes/task-scene.ts'
import type { Reply } from '../testing/scenes/test-service.ts'
import {
  goodResearch,
  type StubHandler,
  type StubReply,
  type StubRequest,
} from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
/** Polls of one process are coalesced, so races of polls need a second process. */
let other: Service
beforeAll(async () => {
  scene = await startTaskScene()
  other = await startAnotherService(scene, { FOOTNOTE_SWEEP_SECONDS: '0.05' })
})
afterAll(async () => {
  await other.stop()
  await scene.close()
})

describe('two polls whose upstream replies differ', () => {
  const running = taskReply({ status: 'running' })
  const failed = taskReply({ status: 'failed' })
  const found = (status: string) => ({ status: 200, body: { status } })
  const pollFailed = { status: 503, body: { code: 'JOB_POLL_FAILED' } }

  it.each<{
    case: string
    slow: StubHandler
    fast: StubHandler
    gets: [object, object]
    end: object
  }>([
    {
      case: 'queued after running',
      slow: taskReply({ status: 'queued' }),
      fast: running,
      gets: [found('running'), found('running')],
      end: { state: 'running', ...held },
    },
    {
      case: 'running after completed',
      slow: running,
      fast: completedReply,
      gets: [pollFailed, found('completed')],
      end: { state: 'completed', ...captured },
    },
    {
      case: 'running after failed',
      slow: running,
      fast: failed,
      gets: [found('failed'), found('failed')],
      end: { state: 'failed', ...refundedFor('task_failed') },
    },
    {
      case: 'failed after completed',
      slow: failed,
      fast: completedReply,
      gets: [pollFailed, found('completed')],
      end: { state: 'completed', ...captured },
    },
    {
      case: 'completed after failed',
      slow: completedReply,
      fast: failed,
      gets: [found('failed'), found('failed')],
      end: { state: 'failed', ...refundedFor('task_failed') },
    },
    {
      case: 'not found after completed',
      slow: () => taskNotFound,
      fast: completedReply,
      gets: [pollFailed, found('completed')],
      end: { state: 'completed', ...captured },
    },
  ])('never move a task backwards: $case', async row => {
    const task = await scene.submit()
    const slow = holdFirstLook(task, row.slow, row.fast)
    const first = task.retrieve()
    await slow.arrived
    const second = await task.retrieve(other.url)
    slow.release()
    expect(await first).toMatchObject(row.gets[0])
    expect((await first).body).not.toHaveProperty('result')
    expect(second).toMatchObject(row.gets[1])
    expect(await task.facts()).toEqual(row.end)
  })
})

it('polls, scheduled polls, expiry and the sweeper at once settle each task exactly once', async () => {
  const ends: StubHandler[] = [
    completedReply,
    taskReply({ status: 'failed' }),
    taskReply({ status: 'cancelled' }),
    taskReply({ status: 'completed' }),
  ]
  const now = 'clock_timestamp()'
  const due = `next_look_at = ${now}`
  const expired = `expires_at = ${now}, ${due}`
  const tasks = await Promise.all(Array.from({ length: 96 }, () => scene.submit()))
  const raced = await Promise.all(
    tasks.map(async (task, index) => {
      const end = ends[index % ends.length] ?? completedReply
      // Half of the tasks change their report at every second poll.
      let looks = 0
      task.becomes(request => {
        looks += 1
        return index % 8 < 4 || looks % 2 ? end(request) : completedReply(request)
      })
      const [replies] = await Promise.all([
        Promise.all([task.retrieve(), task.retrieve(other.url), task.retrieve()]),
        task.travel({
          task: index % 3 === 0 ? expired : due,
          ...(index % 5 === 0 && { open: `deadline_at = ${now}` }),
        }),
      ])
      return { task, replies }
    }),
  )
  const ids = tasks.map(({ id }) => id)
  // A completed task whose result was never returned is still open until it expires.
  await scene.database.query(
    `update task set ${expired} from charge
     where charge.id = task.id and charge.state = 'held' and task.id = any($1)`,
    [ids],
  )
  await waitFor('every charge to be settled', async () => {
    const { rowCount } = await scene.database.query(
      `select from charge where id = any($1) and state = 'held'`,
      [ids],
    )
    return rowCount === 0
  })
  for (const { task, replies } of raced) {
    const { charge, money } = await task.facts()
    expect(money).toBe(`wallet>held, held>${charge === 'captured' ? 'captured' : 'wallet'}`)
    for (const reply of replies) expectTruth(reply, charge)
  }
})

/** A caller who got the result has paid for it, and one who got the refund message was refunded. */
function expectTruth({ status, body }: Reply, charge: string): void {
  expect([200, 410, 503]).toContain(status)
  if (body.result) expect(charge).toBe('captured')
  if (body.result) expect(body.result).toEqual(goodResearch)
  if (body.status === 'failed') expect(charge).toBe('refunded')
}

/** The first poll waits until it is released; later ones get their reply at once. */
function holdFirstLook(task: SceneTask, first: StubHandler, later: StubHandler) {
  const arrival = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let isFirst = true
  task.becomes(async (request: StubRequest): Promise<StubReply> => {
    if (!isFirst) return later(request)
    isFirst = false
    arrival.resolve()
    await release.promise
    return first(request)
  })
  return { arrived: arrival.promise, release: release.resolve }
}
