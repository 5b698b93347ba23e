import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { holdCalls } from '../../../server/src/testing/scenes/hold-calls.ts'
import {
  completedReply,
  cutConnection,
  playTasks,
} from '../../../server/src/testing/scenes/play-tasks.ts'
import { captured, readLedger } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  post,
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
  type StubReply,
  startStubUpstream,
} from '../../../server/src/testing/stubs/stub-upstream.ts'
import { writeCredentials } from '../credentials/credentials.ts'
import { readWaitMs } from './serve-mcp.ts'
import { type Agent, openAgent } from './testing/open-agent.ts'

let test: TestService
const agents: Agent[] = []
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(async () => {
  for (const { client } of agents) await client.close()
  await test.close()
})

async function open(settings: Readonly<Record<string, string>> = {}) {
  const payer = await test.createPayer()
  const agent = await openAgent('stdio', { url: test.service.url, key: payer.key, settings })
  agents.push(agent)
  return { ...agent, payer, ledger: () => readLedger(test.database, payer.accountId) }
}

it('returns the id of a call that outlasts the wait, and charges it once', async () => {
  const { call, ledger } = await open({ FOOTNOTE_MCP_WAIT_SECONDS: '0.2' })
  const held = holdCalls(test.upstream)
  const first = await call('finance_research', { input: 'Debt of Chile' })
  await held.arrived
  const { task_id } = first.body
  expect(first).toMatchObject({ isError: false, body: { task_id, status: 'running' } })
  expect(first.text).toContain(`Call footnote_wait_for_task with task_id "${task_id}"`)
  expect(first.text).toContain('held for 15 minutes')
  expect((await call('check_task', { task_id })).body).toEqual({ task_id, status: 'running' })
  held.release()
  const wait = () => call('wait_for_task', { task_id })
  await expect.poll(async () => (await wait()).body.output).toEqual(goodResearch.output)
  expect((await ledger()).charges).toMatchObject([captured])

  // Research too, though the id that its submission is found by here is not that of its task.
  const remotes = playTasks(test.upstream)
  const { body } = await call('research', { input: 'Compare', research_effort: 'deep' })
  await expect.poll(() => remotes.size).toBe(1)
  for (const remote of remotes.values()) remote.look = completedReply
  const waitAgain = () => call('wait_for_task', { task_id: body.task_id })
  await expect
    .poll(waitAgain)
    .toMatchObject({ body: { result: goodResearch, billing: { cost_usd: 0.3 } } })
  const { charges } = await ledger()
  expect(charges).toHaveLength(2)
})

it('cancels the call of a request that its client cancels', async () => {
  const { call, ledger } = await open()
  const arrived = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<StubReply>()
  test.upstream.handler = request => {
    if (request.method === 'DELETE') {
      ended.resolve({ status: 409, body: { detail: 'x', reason: 'cancelled' } })
      return { body: { status: 'cancelled' } }
    }
    arrived.resolve()
    return ended.promise
  }
  const caller = new AbortController()
  const lost = call('finance_research', { input: 'Debt' }, { signal: caller.signal })
  await arrived.promise
  caller.abort()
  await expect(lost).rejects.toThrow()
  await expect.poll(async () => (await ledger()).charges).toMatchObject([{ cause: 'cancelled' }])
})

it('finds a call that another program made by its request id', async () => {
  const { call, payer } = await open()
  const url = `${test.service.url}/api/v1/answer`
  const { billing } = (await post(url, payer.key, { query: 'q' })).body
  const { body } = await call('wait_for_task', { task_id: billing.request_id })
  expect(body.answer).toBe(goodAnswer.answer)
})

it('lists the tools without a key, and each says what to do until login', async () => {
  const folder = await makeTemporaryFolder()
  const env = { XDG_CONFIG_HOME: folder.path }
  const { call, errors, payer } = await open({ ...env, FOOTNOTE_API_KEY: '' })
  for (const [tool, args] of [
    ['wallet'],
    ['answer', { query: 'q' }],
    ['research', { input: 'q' }],
  ] as const) {
    const { text, isError } = await call(tool, args)
    expect(isError).toBe(true)
    expect(text).toMatch(/^INVALID_API_KEY: /)
    expect(text).toContain('FOOTNOTE_API_KEY')
  }
  expect(errors()).toContain('footnote login')
  await writeCredentials(env, { address: test.service.url, key: payer.key })
  expect((await call('wallet')).text).toBe('Balance: 10.00 USD.')
  await folder.remove()
})

it('reports a lost reply as an unknown outcome and does not repeat the call', async () => {
  const service = await startStubUpstream(() => cutConnection)
  const { call } = await open({ FOOTNOTE_BASE_URL: service.url })
  const { text, isError } = await call('answer', { query: 'q' })
  expect(isError).toBe(true)
  expect(text).toMatch(/^NO_REPLY: .*may have been charged\. Call footnote_check_task with task_id/)
  expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  // A free call is never charged.
  expect((await call('wallet')).text).toMatch(/^NO_REPLY: .*Nothing was charged/)
  await service.close()
  expect((await call('answer', { query: 'q' })).text).toMatch(/^NO_REPLY: .*Nothing was charged/)
})

it('keeps the id of a paid task if the service is gone or refuses the key', async () => {
  const taskId = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
  const billing = { request_id: taskId, cost_usd: 0.15, cost_units: 1_500_000, balance_usd: 9.85 }
  const submission = {
    task_id: taskId,
    status: 'queued',
    expires_at: '2026-11-16T09:30:00.000Z',
    billing,
  }
  let look: StubReply = cutConnection
  const service = await startStubUpstream(({ method }) =>
    method === 'POST' ? { status: 202, body: submission } : look,
  )
  const { call } = await open({
    FOOTNOTE_BASE_URL: service.url,
    FOOTNOTE_MCP_WAIT_SECONDS: '0.5',
  })
  const started = await call('research', { input: 'q' })
  expect(started).toMatchObject({ isError: false, body: submission })
  look = { status: 401, body: { code: 'INVALID_API_KEY', message: 'No.', request_id: 'r' } }
  const refused = await call('research', { input: 'q' })
  expect(refused.text).toMatch(/^INVALID_API_KEY: /)
  expect(refused.text).not.toContain('Nothing was charged')
  await service.close()
  // A task that another process started.
  const other = taskId.replace(/.$/, 'd')
  for (const [id, { text, isError }] of [
    [taskId, refused],
    [other, await call('wait_for_task', { task_id: other })],
    [other, await call('check_task', { task_id: other })],
  ] as const) {
    expect(isError).toBe(true)
    expect(text).toContain(`call footnote_wait_for_task with task_id "${id}" again later`)
  }
})

it.each([
  { setting: undefined, waitMs: 45_000, warnings: 0 },
  { setting: '0.2', waitMs: 200, warnings: 0 },
  { setting: 'long', waitMs: 45_000, warnings: 1 },
  { setting: '0', waitMs: 45_000, warnings: 1 },
  { setting: '1e9', waitMs: 45_000, warnings: 1 },
])('reads the wait setting, and warns about an invalid one: $setting', given => {
  const lines: string[] = []
  const env = { FOOTNOTE_MCP_WAIT_SECONDS: given.setting }
  expect(readWaitMs(env, line => lines.push(line))).toBe(given.waitMs)
  expect(lines).toHaveLength(given.warnings)
})
