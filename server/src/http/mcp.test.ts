import { refundCauses } from '@footnote/contract/refund-causes'
import { connectClient } from '@footnote/mcp/testing/connect-client'
import { tools } from '@footnote/mcp/tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { completedReply, playTasks, taskReply } from '../testing/scenes/play-tasks.ts'
import { captured, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import { post, send, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
  type StubReply,
} from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
/** Two services on one database: one waits as by default, the other returns a task at once. */
let impatient: TestService
beforeAll(async () => {
  test = await startTestService()
  impatient = await startTestService({ FOOTNOTE_MCP_WAIT_SECONDS: '0.2' })
})
beforeEach(() => {
  test.upstream.handler = answerWell
  impatient.upstream.handler = answerWell
})
afterAll(async () => {
  for (const one of [test, impatient]) expect(await auditDatabase(one.connection)).toEqual([])
  await test.close()
  await impatient.close()
})

async function open(service: TestService, { usd = '10', isModern = false } = {}) {
  const payer = await service.createPayer(usd)
  const client = await connectClient(service.service.url, { key: payer.key, isModern })
  // A client that has listed the tools checks every result against its output schema.
  await client.listTools()
  const call = async (name: string, args: object = {}, options = {}) => {
    const result = await client.callTool({ name, arguments: { ...args } }, options)
    const [content] = result.content as { type: string; text: string }[]
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
    const body = result.structuredContent as any
    return { text: content?.text ?? '', body, isError: result.isError === true }
  }
  const ledger = () => readLedger(service.database, payer.accountId)
  return { payer, client, call, ledger }
}

describe.each([
  { era: 'this year’s protocol', isModern: true },
  { era: 'the protocol before it', isModern: false },
])('in $era', ({ isModern }) => {
  it('an answer comes as structured content and as text, paid exactly once', async () => {
    const { call, ledger, client } = await open(test, { isModern })
    const { text, body, isError } = await call('answer', { query: 'What is the capital?' })
    expect(isError).toBe(false)
    const { charges, balanceUnits } = await ledger()
    expect(charges).toMatchObject([captured])
    expect(balanceUnits).toBe(99_800_000n)
    const request_id = charges[0]?.id
    expect(body).toEqual({
      ...goodAnswer,
      billing: { request_id, cost_usd: 0.02, cost_units: 200_000, balance_usd: 9.98 },
    })
    expect(text).toBe(
      `Sucre [[1]].\n\nSources:\n[1] https://example.com/a\n\nCost: 0.02 USD. Balance: 9.98 USD. Request: ${request_id}`,
    )
    expect((await call('wallet')).text).toBe('Balance: 9.98 USD.')
    expect((await call('usage')).body.calls).toMatchObject([{ request_id, tool: 'answer' }])
    await client.close()
  })

  it('progress is reported while research runs, and its report has cost and sources', async () => {
    const ended = Promise.withResolvers<void>()
    let look = taskReply({ status: 'running' })
    test.upstream.handler = request => {
      if (request.method === 'POST') return answerWell(request)
      if (!request.path.endsWith('/stream')) return look(request)
      return {
        async write(response) {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.write('id: 1\nevent: searching\ndata: {"sources": 12}\n\n')
          await ended.promise
          look = completedReply
          response.end('event: response.done\ndata: {}\n\n')
        },
      }
    }
    const { call, ledger } = await open(test, { isModern })
    const steps: string[] = []
    const onprogress = ({ message = '' }: { message?: string }) => {
      steps.push(message)
      if (message.startsWith('Searching')) ended.resolve()
    }
    const question = { input: 'Compare', research_effort: 'lite' }
    const { text, body, isError } = await call('research', question, { onprogress })
    expect(isError).toBe(false)
    expect(body).toMatchObject({ status: 'completed', result: goodResearch })
    expect(body.billing).toMatchObject({ request_id: body.task_id, cost_usd: 0.04 })
    expect(text).toMatch(/^A report \[\[1\]\]\.\n\nSources:\n\[1\] A: https.*\n\nCost: 0\.04 USD\./)
    expect((await ledger()).charges).toMatchObject([{ id: body.task_id, ...captured }])
    expect(steps).toEqual(expect.arrayContaining(['Waiting in the queue', 'Searching: 12 sources']))
  })
})

describe('a call that takes longer than the client waits', () => {
  it('research becomes a task, which can be waited for repeatedly', async () => {
    const remotes = playTasks(impatient.upstream)
    const { call, ledger } = await open(impatient)
    const first = await call('research', { input: 'Compare', research_effort: 'deep' })
    expect(first.isError).toBe(false)
    const { task_id } = first.body
    expect(first.text).toContain(`Call footnote_wait_for_task with task_id "${task_id}"`)
    const wait = () => call('wait_for_task', { task_id })
    await expect.poll(async () => (await wait()).text).toContain('Cost: 0.30 USD.')
    expect((await call('check_task', { task_id })).body).toMatchObject({ status: 'queued' })

    for (const remote of remotes.values()) remote.look = completedReply
    // Two polls at once, and later ones: all see it, and it is paid once.
    const looks = [call('check_task', { task_id }), call('check_task', { task_id })]
    for (const { body } of await Promise.all(looks)) expect(body.result).toEqual(goodResearch)
    await expect.poll(async () => (await wait()).body.result).toEqual(goodResearch)
    expect((await call('check_task', { task_id })).text).toContain('A report [[1]].')
    expect((await ledger()).charges).toMatchObject([{ id: task_id, ...captured }])
  })

  it('research can be started without waiting at all', async () => {
    playTasks(test.upstream)
    const { call, ledger } = await open(test)
    const { body, text } = await call('start_research', { input: 'Compare' })
    expect(body).toMatchObject({ status: 'queued', billing: { cost_usd: 0.15 } })
    expect(text).toContain('do not make the same call again')
    expect((await ledger()).charges).toMatchObject([{ id: body.task_id, state: 'held' }])
  })

  it('financial research is kept for its account, charged once and hidden from other accounts', async () => {
    const held = holdCalls(impatient.upstream)
    const { call, ledger } = await open(impatient)
    const stranger = await open(impatient)
    const first = await call('finance_research', { input: 'Debt of Chile' })
    await held.arrived
    const { task_id } = first.body
    expect(first).toMatchObject({ isError: false, body: { task_id, status: 'running' } })
    expect(first.text).toContain(`Call footnote_wait_for_task with task_id "${task_id}"`)
    expect((await call('check_task', { task_id })).body).toEqual({ task_id, status: 'running' })

    held.release()
    const request = { task_id }
    await expect.poll(async () => (await call('wait_for_task', request)).body.output).toBeDefined()
    const { body, text } = await call('check_task', request)
    expect(body).toEqual({
      ...goodResearch,
      billing: { request_id: task_id, cost_usd: 0.35, cost_units: 3_500_000, balance_usd: 9.65 },
    })
    expect(text).toContain('[1] A: https://example.com/a')
    expect((await ledger()).charges).toMatchObject([{ id: task_id, ...captured }])
    for (const tool of ['check_task', 'wait_for_task']) {
      const refusal = await stranger.call(tool, request)
      expect(refusal).toMatchObject({ isError: true, body: undefined })
      expect(refusal.text).toMatch(/^JOB_NOT_FOUND: /)
    }
  })
})

describe('a tool call whose client leaves', () => {
  const isConfirmed = async ({ accountId }: { accountId: string }) => {
    const { rowCount } = await test.database.query(
      'select from open_charge where account_id = $1',
      [accountId],
    )
    return rowCount === 0
  }

  it('continues if it hangs up, and counts as delivered once its result is fetched', async () => {
    const held = holdCalls(test.upstream)
    const { call, ledger, payer } = await open(test, { isModern: true })
    const caller = new AbortController()
    const lost = call('finance_research', { input: 'Debt' }, { signal: caller.signal })
    await held.arrived
    caller.abort()
    await expect(lost).rejects.toThrow()
    held.release()
    await expect.poll(async () => (await ledger()).charges).toMatchObject([captured])
    expect(await isConfirmed(payer)).toBe(false)
    const { request_id: task_id } = (await call('usage')).body.calls[0]
    expect((await call('wait_for_task', { task_id })).body.output).toEqual(goodResearch.output)
    await expect.poll(() => isConfirmed(payer)).toBe(true)
    expect((await call('check_task', { task_id })).body.output).toEqual(goodResearch.output)
  })

  it('is cancelled and refunded if it says so', async () => {
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
    const { call, ledger } = await open(test)
    const caller = new AbortController()
    const lost = call('finance_research', { input: 'Debt' }, { signal: caller.signal })
    await arrived.promise
    caller.abort()
    await expect(lost).rejects.toThrow()
    await expect
      .poll(async () => (await ledger()).charges)
      .toMatchObject([{ ...refunded, cause: 'cancelled' }])
  })
})

it('a shutdown waits for calls that only this process has, and for nothing else', async () => {
  const ending = await startTestService()
  const remotes = playTasks(ending.upstream)
  const { call } = await open(ending)
  const research = call('research', { input: 'Compare' })
  await expect.poll(() => [...remotes.values()].some(({ looks }) => looks > 0)).toBe(true)
  const held = holdCalls(ending.upstream)
  const finance = call('finance_research', { input: 'Debt' })
  await held.arrived
  const closed = ending.close()
  const { body, text } = await research
  expect(body).toMatchObject({ status: 'queued', billing: { cost_usd: 0.15 } })
  expect(text).toContain('Call footnote_wait_for_task')
  held.release()
  expect((await finance).body.output).toEqual(goodResearch.output)
  await closed
})

describe('errors are results that a model can read', () => {
  it('invalid arguments are all listed, without a charge', async () => {
    const { call, ledger } = await open(test)
    const { text, isError } = await call('answer', { query: ' ', freshness: 'soon', wrong: 1 })
    expect(isError).toBe(true)
    expect(text).toMatch(/^INVALID_REQUEST: /)
    for (const path of ['/query', '/freshness', '/wrong']) expect(text).toContain(`- ${path} `)
    expect(text).toContain('No charge.')
    expect((await call('research', { research_effort: 'huge' })).text).toContain('/research_effort')
    expect((await call('check_task', { task_id: '../usage' })).text).toMatch(/^INVALID_REQUEST: /)
    expect((await ledger()).charges).toEqual([])
  })

  it('too low a balance is reported with the amount needed', async () => {
    const { call, ledger } = await open(test, { usd: '0.01' })
    const { text, isError } = await call('answer', { query: 'q' })
    expect(isError).toBe(true)
    expect(text).toMatch(/^INSUFFICIENT_BALANCE: /)
    expect(text).toContain('The call costs 0.02 USD.\nThe wallet balance is 0.01 USD.')
    expect((await ledger()).charges).toEqual([])
  })

  it('an upstream failure is refunded once', async () => {
    test.upstream.handler = () => ({ status: 500, body: { detail: 'broken' } })
    const { call, ledger } = await open(test)
    const { text, isError } = await call('answer', { query: 'q' })
    expect(isError).toBe(true)
    expect(text).toMatch(/^QUERY_FAILED_REFUNDED: /)
    expect(text).toContain('Refunded: 0.02 USD. Balance: 10.00 USD.')
    expect((await ledger()).charges).toMatchObject([refunded])
  })

  it('a failed task is refunded once, with the reason', async () => {
    const unanswered = taskReply({ status: 'failed', reason: 'no_source' })
    test.upstream.handler = request =>
      request.method === 'POST' ? answerWell(request) : unanswered(request)
    const { call, ledger } = await open(test)
    const { text, isError, body } = await call('research', { input: 'Compare' })
    const { message } = refundCauses.no_source
    expect({ isError, ...body }).toMatchObject({ isError: true, status: 'failed', message })
    expect(text).toBe(`QUERY_FAILED_REFUNDED: ${message}`)
    expect((await call('check_task', { task_id: body.task_id })).text).toBe(text)
    expect((await ledger()).charges).toMatchObject([refunded])
  })

  it('an unknown tool is a protocol error', async () => {
    const { client } = await open(test)
    await expect(client.callTool({ name: 'toString' })).rejects.toThrow('There is no such tool.')
  })
})

describe('over HTTP', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'
  const ask = (headers: Record<string, string>) =>
    send(`${test.service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
      body: JSON.stringify(list),
    })

  it('a key is required, as for the API', async () => {
    for (const headers of [{}, { authorization: 'Bearer fn_wrong' }]) {
      const reply = await ask(headers as Record<string, string>)
      expectError('INVALID_API_KEY', reply)
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('pages of other origins are refused, whatever their key', async () => {
    const { key } = await test.createPayer()
    for (const origin of ['https://attacker.example', 'null']) {
      const reply = await ask({ authorization: `Bearer ${key}`, origin })
      expect(reply).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } })
    }
  })

  it('there are no sessions to read or to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const reply = await send(`${test.service.url}/mcp`, { method, headers: { accept } })
      expectError('METHOD_NOT_ALLOWED', reply)
      expect(reply.headers.get('allow')).toBe('POST')
    }
  })

  it('a body that the API would refuse is refused', async () => {
    const { key } = await test.createPayer()
    const reply = await post(`${test.service.url}/mcp`, key, { padding: 'x'.repeat(200_000) })
    expectError('QUERY_TOO_LONG', reply)
  })

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'a client of %s is answered in its version',
    async protocolVersion => {
      const { key } = await test.createPayer()
      const rpc = async (message: object, headers: object = {}) => {
        const response = await fetch(`${test.service.url}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept,
            ...headers,
          },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        })
        const text = await response.text()
        return {
          status: response.status,
          body: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null'),
        }
      }
      const clientInfo = { name: 'raw', version: '1' }
      const params = { protocolVersion, capabilities: {}, clientInfo }
      const hello = await rpc({ id: 1, method: 'initialize', params })
      expect(hello.body.result).toMatchObject({ protocolVersion, serverInfo: { name: 'footnote' } })
      const headers = { 'mcp-protocol-version': protocolVersion }
      const thanks = await rpc({ method: 'notifications/initialized' }, headers)
      expect(thanks.status).toBe(202)
      const listed = await rpc({ id: 2, method: 'tools/list' }, headers)
      expect(listed.body.result.tools).toHaveLength(Object.keys(tools).length)
    },
  )
})
