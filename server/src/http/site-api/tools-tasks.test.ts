import { priceOf } from '@footnote/contract/prices'
import { refundCauses } from '@footnote/contract/refund-causes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { holdCalls } from '../../testing/scenes/hold-calls.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { openEvents } from '../../testing/scenes/open-events.ts'
import {
  completedReply,
  playTasks,
  type RemoteTask,
  taskReply,
} from '../../testing/scenes/play-tasks.ts'
import { captured, readLedger } from '../../testing/scenes/read-ledger.ts'
import { runFromPage } from '../../testing/scenes/run-from-page.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { post } from '../../testing/scenes/test-service.ts'
import {
  goodResearch,
  type StubUpstream,
  startStubUpstream,
} from '../../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../../wallet/audit.ts'

const FULL = 1_000_000_000n
const DEEP_UNITS = priceOf('research', 'deep').costUnits

let upstream: StubUpstream
let site: TestWebsite
let member: TestMember
let other: TestMember
let remotes: ReadonlyMap<string, RemoteTask>
beforeAll(async () => {
  upstream = await startStubUpstream()
  // No scheduled polls, so that every poll comes from a page.
  site = await startWebsite({ FOOTNOTE_SWEEP_SECONDS: '3600' }, { upstream })
  other = await joinWebsite(site)
})
afterAll(async () => {
  const violations = await auditDatabase(site.connection)
  await site.close()
  await upstream.close()
  expect(violations).toEqual([])
})
beforeEach(async () => {
  remotes = playTasks(upstream)
  member = await joinWebsite(site, { usd: '100' })
})

/** Submits as a page does and returns the outcome. */
async function submit(body: object = {}): Promise<{ taskId: string; remote: RemoteTask }> {
  const request = { input: 'What was asked', research_effort: 'deep', ...body }
  const reply = await member.call('run_research', { body: request })
  const { task_id } = reply.body
  expect(reply).toMatchObject({
    status: 202,
    body: { task_id, status: 'queued', billing: { request_id: task_id } },
  })
  const remote = [...remotes.values()].at(-1)
  if (!remote) throw new Error('nothing was submitted')
  return { taskId: task_id, remote }
}

const retrieve = (task_id: string, by = member) => by.call('task', { params: { task_id } })
const watch = (taskId: string, more: { lastEventId?: string } = {}) =>
  openEvents(`${site.url}/site/tasks/${taskId}/events`, { cookie: member.cookie, ...more })

describe('a task from a page', () => {
  it('is refunded once when its page cancels it, and only by its owner', async () => {
    const { taskId } = await submit()
    const play = upstream.handler
    upstream.handler = request =>
      request.method === 'DELETE' ? { body: { status: 'cancelled' } } : play(request)
    const cancel = (by: TestMember) => by.call('cancel_call', { params: { request_id: taskId } })
    expectSiteError('JOB_NOT_FOUND', await cancel(other))
    for (const reply of [await cancel(member), await cancel(member)]) {
      expectSite('cancel_call', reply)
      expect(reply.body).toMatchObject({
        status: 'failed',
        message: refundCauses.cancelled.message,
        billing: { refunded_units: Number(DEEP_UNITS) },
      })
    }
    expect(await readLedger(site.database, member.accountId)).toMatchObject({
      charges: [{ id: taskId, state: 'refunded', cause: 'cancelled' }],
    })
  })

  it.each([{}, { research_effort: 'lite', background: true }])(
    'is debited with its submission and captured once, when its result is first fetched: %j',
    async body => {
      const { taskId, remote } = await submit(body)
      const queued = await retrieve(taskId)
      expectSite('task', queued)
      expect(queued.headers.get('retry-after')).toBe('5')
      expect(queued.body).toMatchObject({ task_id: taskId, status: 'queued' })
      expect(await readLedger(site.database, member.accountId)).toMatchObject({
        charges: [{ id: taskId, state: 'held', task: 'queued' }],
      })
      remote.look = completedReply
      for (const reply of [await retrieve(taskId), await retrieve(taskId)]) {
        expectSite('task', reply)
        expect(reply.body).toMatchObject({ status: 'completed', result: goodResearch })
      }
      expect(await readLedger(site.database, member.accountId)).toMatchObject({
        charges: [{ id: taskId, ...captured, task: 'completed' }],
      })
      expect((await member.call('usage')).body.calls).toMatchObject([
        { request_id: taskId, state: 'captured', key_name: 'website' },
      ])
    },
  )

  it('is watched through its events, which resume after the last one received', async () => {
    const { taskId, remote } = await submit()
    let streams = 0
    remote.stream = () => ({
      write(response) {
        streams += 1
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const id of [1, 2]) {
          response.write(`id: ${id}\nevent: searching\ndata: {"queries": ${id}}\n\n`)
        }
        if (streams > 1) response.end()
      },
    })
    const progress = (id: string) => ({
      ...{ id, event: 'progress' },
      data: { stage: 'searching', counts: { queries: Number(id) } },
    })
    const dropped = await watch(taskId)
    expect(await dropped.next()).toEqual({ event: 'state', data: { status: 'queued' } })
    expect(await dropped.next()).toEqual(progress('1'))
    dropped.hangUp()
    remote.look = completedReply
    const resumed = await watch(taskId, { lastEventId: '1' })
    expect(await resumed.rest()).toEqual([
      { event: 'state', data: { status: 'queued' } },
      progress('2'),
      { event: 'state', data: { status: 'completed' } },
    ])
    // Watching pays for nothing.
    expect(await readLedger(site.database, member.accountId)).toMatchObject({
      balanceUnits: FULL - DEEP_UNITS,
      charges: [{ state: 'held' }],
    })
  })

  it('is hidden from other accounts, and ends when it expires', async () => {
    const { taskId } = await submit()
    const params = { task_id: taskId }
    expectSiteError('JOB_NOT_FOUND', await retrieve(taskId, other))
    expectSiteError('JOB_NOT_FOUND', await other.call('task_events', { params }))
    await site.database.query('update task set expires_at = clock_timestamp() where id = $1', [
      taskId,
    ])
    expectSiteError('JOB_EXPIRED', await retrieve(taskId))
    expectSiteError('JOB_EXPIRED', await member.call('task_events', { params }))
  })
})

describe('the list of open calls', () => {
  const open = async (by = member) => {
    const reply = await by.call('open_calls')
    expectSite('open_calls', reply)
    return reply.body.calls
  }

  it('has running calls of the website and tasks that can be fetched, newest first', async () => {
    const { key } = (await member.call('create_key', { body: { name: 'program' } })).body
    const { taskId, remote } = await submit()
    remote.look = completedReply
    await retrieve(taskId)
    const program = { input: 'i', research_effort: 'deep' }
    const api = (await post(`${site.url}/api/v1/research`, key, program)).body.task_id
    const held = holdCalls(upstream)
    // A program waits for its own call, so a page has nothing to return to.
    const finished = post(`${site.url}/api/v1/answer`, key, { query: 'q' })
    const { cookie } = member
    const body = { query: 'q' }
    const page = await runFromPage(site.url, 'run_answer', { cookie, body })
    const request_id = page.requestId
    await expect.poll(() => open()).toHaveLength(3)
    const task = (status: string) => ({ status, expires_at: expect.any(String) })
    const research = { tool: 'research', effort: 'deep', cost_units: Number(DEEP_UNITS) }
    expect(await open()).toMatchObject([
      { request_id, tool: 'answer', effort: null, charge_state: 'held', task: null },
      { ...research, request_id: api, charge_state: 'held', task: task('queued') },
      { ...research, request_id: taskId, charge_state: 'captured', task: task('completed') },
    ])
    expect(await open(other)).toEqual([])

    held.release()
    await finished
    await page.events.rest()
    expect(await open()).toMatchObject([{ request_id: api }, { request_id: taskId }])
    await site.database.query('update task set expires_at = clock_timestamp() where id = $1', [api])
    expect(await open()).toMatchObject([{ request_id: taskId }])
  })

  it('keeps a failed task until it expires', async () => {
    const { taskId, remote } = await submit()
    remote.look = taskReply({ status: 'failed', reason: 'no_source' })
    expect((await retrieve(taskId)).body).toMatchObject({
      code: 'QUERY_FAILED_REFUNDED',
      message: refundCauses.no_source.message,
    })
    expect(await open()).toMatchObject([
      { request_id: taskId, charge_state: 'refunded', task: { status: 'failed' } },
    ])
  })
})
