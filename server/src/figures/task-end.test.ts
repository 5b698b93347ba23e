import { afterAll, beforeAll, expect, it } from 'vitest'
import { completedReply, taskReply } from '../testing/play-tasks.ts'
import {
  captured,
  held,
  refundedFor,
  type SceneTask,
  startTaskScene,
  type TaskScene,
} from '../testing/task-scene.ts'

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

it('is when it failed, or was given up', async () => {
  const failed = await scene.submit()
  failed.becomes(taskReply({ status: 'failed' }))
  await failed.retrieve()
  await failed.comesTo({ state: 'failed', ...refundedFor('task_failed') })
  expect(await readEnd(failed)).not.toBeNull()
  const overdue = await scene.submit()
  await overdue.travel({ charge: 'deadline_at = clock_timestamp()' })
  await overdue.comesTo({ state: 'failed', ...refundedFor('deadline_passed') })
  expect(await readEnd(overdue)).not.toBeNull()
})
