import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import { abandonCharge } from '../testing/scenes/abandon-charge.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { completedReply, taskReply } from '../testing/scenes/play-tasks.ts'
import { revokeKey } from '../testing/scenes/revoke-key.ts'
import { type SceneTask, startTaskScene, type TaskScene } from '../testing/scenes/task-scene.ts'
import { get } from '../testing/scenes/test-service.ts'
import { goodResearch } from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
beforeAll(async () => {
  scene = await startTaskScene({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(() => scene.close())

const pathsOf = (id: string) => [
  `${scene.service.url}/api/v1/research/${id}`,
  `${scene.service.url}/api/v1/research/${id}/events`,
]

describe('access to a task', () => {
  it('another account gets JOB_NOT_FOUND', async () => {
    const task = await scene.submit()
    const stranger = await scene.createPayer()
    for (const path of pathsOf(task.id)) expectError('JOB_NOT_FOUND', await get(path, stranger.key))
    expect(task.remote.looks).toBe(0)
  })

  it('any active key of the account retrieves it, and a revoked key does not', async () => {
    const { accountId } = scene.payer
    const task = await scene.submit()
    task.becomes(completedReply)
    const second = await createKey(scene.database, { accountId, name: 'second' })
    const revoked = await createKey(scene.database, { accountId, name: 'revoked' })
    await revokeKey(scene.database, { accountId, name: 'revoked' })
    for (const path of pathsOf(task.id)) {
      expectError('INVALID_API_KEY', await get(path, revoked?.key ?? ''))
    }
    expect(task.remote.looks).toBe(0)
    const [path = ''] = pathsOf(task.id)
    expect((await get(path, second?.key ?? '')).body.result).toEqual(goodResearch)
  })

  it('a task has one spelling, and an invalid id is an unknown task', async () => {
    const task = await scene.submit()
    const ids = [
      task.id.toUpperCase(),
      task.id.replaceAll('-', ''),
      `${task.id}0`,
      randomUUIDv7(),
      'x',
      '%00',
      "'; drop table task",
      'x'.repeat(5_000),
    ]
    for (const id of ids) {
      for (const path of pathsOf(id)) {
        expectError('JOB_NOT_FOUND', await get(path, scene.payer.key))
      }
    }
  })

  it('a call that is not a task is not found among tasks', async () => {
    const chargeId = await abandonCharge(scene.database, scene.payer)
    for (const path of pathsOf(chargeId)) {
      expectError('JOB_NOT_FOUND', await get(path, scene.payer.key))
    }
  })
})

describe('after expires_at', () => {
  const expired = { task: 'expires_at = clock_timestamp()' }

  it.each<[string, (task: SceneTask) => Promise<unknown>]>([
    ['queued', async () => {}],
    ['running', task => see(task, taskReply({ status: 'running' }))],
    ['completed', task => see(task, completedReply)],
    ['failed', task => see(task, taskReply({ status: 'failed' }))],
  ])('a task is gone, whatever its state: %s', async (state, prepare) => {
    const task = await scene.submit()
    await prepare(task)
    expect(await task.facts()).toMatchObject({ state })
    const { looks } = task.remote
    await task.travel(expired)
    for (const path of pathsOf(task.id))
      expectError('JOB_EXPIRED', await get(path, scene.payer.key))
    expect(task.remote.looks).toBe(looks)
    expect(await task.facts()).toMatchObject({ state })
  })

  it('a task is gone, whatever its state: submitting', async () => {
    const id = await abandonCharge(scene.database, {
      accountId: scene.payer.accountId,
      task: { lifetimeMs: 0, upstreamId: 1, structured: false },
    })
    for (const path of pathsOf(id)) expectError('JOB_EXPIRED', await get(path, scene.payer.key))
  })

  it('another account still gets JOB_NOT_FOUND', async () => {
    const task = await scene.submit()
    await task.travel(expired)
    const stranger = await scene.createPayer()
    for (const path of pathsOf(task.id)) expectError('JOB_NOT_FOUND', await get(path, stranger.key))
  })

  it('its call stays in the usage history', async () => {
    const task = await scene.submit()
    await task.travel(expired)
    const { body } = await get(`${scene.service.url}/api/v1/usage`, scene.payer.key)
    expect(body.calls[0]).toMatchObject({ request_id: task.id, tool: 'research', effort: 'deep' })
  })
})

async function see(task: SceneTask, reply: Parameters<SceneTask['becomes']>[0]): Promise<void> {
  task.becomes(reply)
  await task.retrieve()
}
