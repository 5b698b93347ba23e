import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  completedReply,
  playTasks,
  type RemoteTask,
  taskReply,
} from '../testing/scenes/play-tasks.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import {
  goodResearch,
  type StubUpstream,
  startStubUpstream,
} from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

/** The service with its present settings; earlier ones had others. */
let test: TestService
let before: StubUpstream
let remotes: ReadonlyMap<string, RemoteTask>
beforeAll(async () => {
  test = await startTestService()
  before = await startStubUpstream()
  remotes = playTasks(before)
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await before.close()
  await test.close()
})

/** A task submitted under earlier settings, by a process that has ended. */
async function submitBefore(key: string): Promise<{ id: string; remote: RemoteTask }> {
  const { url, stop } = await startAnotherService(
    { ...test, upstream: before },
    { FOOTNOTE_UPSTREAM_KEY: 'key-of-before' },
  )
  const { body } = await post(`${url}/api/v1/research`, key, {
    input: 'x',
    research_effort: 'deep',
  })
  await stop()
  const remote = [...remotes.values()].at(-1)
  if (!remote) throw new Error('nothing was submitted')
  return { id: body.task_id, remote }
}

it('a task is polled where it was submitted, with the key of that upstream', async () => {
  const { key } = await test.createPayer()
  const task = await submitBefore(key)
  task.remote.look = completedReply
  const sent = test.upstream.requests.length
  const { body } = await get(`${test.service.url}/api/v1/research/${task.id}`, key)
  expect(body.result).toEqual(goodResearch)
  expect(before.requests.at(-1)).toMatchObject({
    method: 'GET',
    headers: { 'x-api-key': 'key-of-before' },
  })
  expect(test.upstream.requests.length).toBe(sent)
})

it('a task that no client polls ends as reported where it was submitted', async () => {
  const { key, accountId } = await test.createPayer()
  const task = await submitBefore(key)
  task.remote.look = taskReply({ status: 'failed' })
  await test.database.query('update task set next_look_at = clock_timestamp() where id = $1', [
    task.id,
  ])
  await waitFor('the refund', async () => {
    const { charges } = await readLedger(test.database, accountId)
    return charges[0]?.cause === 'task_failed'
  })
})

it('a replaced key of the same upstream polls its tasks', async () => {
  const { key } = await test.createPayer()
  const task = await submitBefore(key)
  const later = await startAnotherService(
    { ...test, upstream: before },
    { FOOTNOTE_UPSTREAM_KEY: 'key-of-later' },
  )
  await get(`${later.url}/api/v1/research/${task.id}`, key)
  expect(before.requests.at(-1)?.headers['x-api-key']).toBe('key-of-later')
  await later.stop()
})

it('a task stays charged and cannot be polled if its upstream’s key was sealed with another secret', async () => {
  const { key, accountId } = await test.createPayer()
  const upstream = await startStubUpstream()
  onTestFinished(upstream.close)
  const tasks = playTasks(upstream)
  const former = await startAnotherService(
    { ...test, upstream },
    { FOOTNOTE_SECRET: 'z'.repeat(32) },
  )
  const body = { input: 'x', research_effort: 'deep' }
  const submitted = await post(`${former.url}/api/v1/research`, key, body)
  await former.stop()
  const [remote] = tasks.values()
  if (!remote) throw new Error('nothing was submitted')
  remote.look = taskReply({ status: 'failed' })
  const url = `${test.service.url}/api/v1/research/${submitted.body.task_id}`
  expect(await get(url, key)).toMatchObject({ status: 503, body: { code: 'JOB_POLL_FAILED' } })
  const { charges } = await readLedger(test.database, accountId)
  expect(charges).toMatchObject([{ state: 'held' }])

  // The former secret opens the key again.
  const again = await startAnotherService(test, { FOOTNOTE_SECRET: 'z'.repeat(32) })
  onTestFinished(again.stop)
  expect(await get(`${again.url}/api/v1/research/${submitted.body.task_id}`, key)).toMatchObject({
    status: 200,
    body: { status: 'failed' },
  })
})
