import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completedReply, taskReply } from '../testing/scenes/play-tasks.ts'
import {
  captured,
  held,
  refundedFor,
  type SceneTask,
  startTaskScene,
  type TaskScene,
} from '../testing/scenes/task-scene.ts'
import { goodResearch } from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
beforeAll(async () => {
  scene = await startTaskScene()
})
afterAll(() => scene.close())

async function readEnd({ id }: SceneTask): Promise<Date | null> {
  const { rows } = await scene.database.query<{ ended_at: Date | null }>(
    'select ended_at from task where id = $1',
    [id],
  )
  return rows[0]?.ended_at ?? null
}

it('is when the task was first seen completed, however late its result is fetched', async () => {
  const task = await scene.submit()
  task.becomes(taskReply({ status: 'running' }))
  await task.retrieve()
  expect(await readEnd(task)).toBeNull()
  task.becomes(completedReply)
  await task.travel({ task: 'next_look_at = clock_timestamp()' })
  await task.comesTo({ state: 'completed', ...held })
  const end = await readEnd(task)
  expect(end).not.toBeNull()
  await task.travel({ task: 'next_look_at = clock_timestamp()' })
  expect((await task.retrieve()).status).toBe(200)
  expect(await task.facts()).toMatchObject(captured)
  expect(await readEnd(task)).toEqual(end)
})

describe('as reported by the upstream', () => {
  const agoMs = (ms: number) => new Date(Date.now() - ms).toISOString()
  const HOUR_MS = 3_600_000

  /** A task debited an hour ago whose end is seen now. */
  async function endTask(members: object): Promise<SceneTask> {
    const task = await scene.submit()
    await task.travel({ charge: `created_at = clock_timestamp() - interval '1 hour'` })
    task.becomes(taskReply({ result: goodResearch, ...members }))
    await task.retrieve()
    return task
  }

  it.each(['completed', 'failed'])('is when the upstream says that the task %s', async status => {
    const toldAt = agoMs(HOUR_MS / 2)
    const task = await endTask({ status, completed_at: toldAt })
    expect((await readEnd(task))?.toISOString()).toBe(toldAt)
  })

  it.each([
    ['before the debit', agoMs(2 * HOUR_MS)],
    ['in the future', agoMs(-HOUR_MS)],
    ['before our era', '0000-01-01T00:00:00Z'],
    ['on no day', '2026-02-31T00:00:00+99:99'],
    ['at the end of days', '+275760-09-13T00:00:00.000Z'],
    ['nowhere', agoMs(HOUR_MS / 2).replace('Z', '')],
    ['in no words', { toString: 'now' }],
  ])('is when it was first seen if the upstream reports %s', async (_case, toldAt) => {
    const seenSince = Date.now()
    const task = await endTask({ status: 'completed', completed_at: toldAt })
    expect(await task.facts()).toMatchObject({ state: 'completed', ...captured })
    expect(Number(await readEnd(task))).toBeGreaterThanOrEqual(seenSince)
  })

  it('is not changed by later reports, nor known before the end', async () => {
    const task = await scene.submit()
    await task.travel({ charge: `created_at = clock_timestamp() - interval '1 hour'` })
    task.becomes(taskReply({ status: 'running', completed_at: agoMs(HOUR_MS / 2) }))
    await task.retrieve()
    expect(await readEnd(task)).toBeNull()
    const toldAt = agoMs(HOUR_MS / 3)
    task.becomes(taskReply({ status: 'completed', result: goodResearch, completed_at: toldAt }))
    await task.travel({ task: 'next_look_at = clock_timestamp()' })
    await task.comesTo({ state: 'completed', ...held })
    task.becomes(taskReply({ status: 'failed', completed_at: agoMs(HOUR_MS / 4) }))
    await task.retrieve()
    expect((await readEnd(task))?.toISOString()).toBe(toldAt)
  })
})

it('is when it failed, or was given up', async () => {
  const failed = await scene.submit()
  failed.becomes(taskReply({ status: 'failed' }))
  await failed.retrieve()
  await failed.comesTo({ state: 'failed', ...refundedFor('task_failed') })
  expect(await readEnd(failed)).not.toBeNull()
  const overdue = await scene.submit()
  await overdue.travel({ open: 'deadline_at = clock_timestamp()' })
  await overdue.comesTo({ state: 'failed', ...refundedFor('deadline_passed') })
  expect(await readEnd(overdue)).not.toBeNull()
})
