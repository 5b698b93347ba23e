import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { exitCodes } from '@footnote/cli/errors/exit-codes'
import { MAIN, SURROUNDINGS } from '@footnote/cli/testing/run-cli'
import { ERROR_CODES, errors } from '@footnote/contract/errors'
import { limits } from '@footnote/contract/limits'
import { operationEntries, operationGroup, operations } from '@footnote/contract/operations'
import { connectClient, connectStdioClient } from '@footnote/mcp/testing/connect-client'
import { tools } from '@footnote/mcp/tools'
import * as sdk from '@footnote/sdk'
import { Footnote } from '@footnote/sdk'
import { footnoteTools } from '@footnote/sdk/ai-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taskReply } from '../server/src/testing/scenes/play-tasks.ts'
import {
  post,
  startTestService,
  type TestService,
} from '../server/src/testing/scenes/test-service.ts'
import {
  answerWell,
  goodResearch,
  type StubHandler,
} from '../server/src/testing/stubs/stub-upstream.ts'
import { type Recorder, recordOperations } from './scene/record-operations.ts'

/** Operations for callers; the probes are for operators. */
const forCallers = operationEntries()
  .filter(([, { authenticated }]) => authenticated)
  .map(([name]) => name)

/** Webhooks are set up by people and programs. */
const forAgents = forCallers.filter(name => operationGroup(operations[name]) !== 'Webhooks')
const HOOK = { url: 'https://hook.invalid/', events: ['wallet.low'] as const }

type Agent = Awaited<ReturnType<typeof connectClient>>

let test: TestService
let recorder: Recorder
let key: string
let env: Record<string, string>
let stdio: Agent
let http: Agent
beforeAll(async () => {
  // No scheduled polls: one of them could be the first to poll a task.
  test = await startTestService({ FOOTNOTE_SWEEP_SECONDS: '3600' })
  test.upstream.handler = request => {
    const isLook = request.method === 'GET' && !request.path.endsWith('/stream')
    const { background = false } = (request.body ?? {}) as { background?: boolean }
    if (isLook) return lookAt(request)
    return background ? submitted() : answerWell(request)
  }
  recorder = await recordOperations(test.service.url)
  key = (await test.createPayer('100')).key
  env = { ...SURROUNDINGS, FOOTNOTE_API_KEY: key, FOOTNOTE_BASE_URL: recorder.url }
  const program = { command: process.execPath, args: [MAIN, 'mcp'], env }
  stdio = (await connectStdioClient(program)).client
  http = await connectClient(test.service.url, { key })
})
afterAll(async () => {
  await stdio?.close()
  await http?.close()
  await recorder?.close()
  await test?.close()
})
beforeEach(() => void recorder.take())

/** Unfinished at first, so that whoever waits has something to wait for. */
const lookedAt = new Set<string>()
const lookAt: StubHandler = request => {
  const isFirst = !lookedAt.has(request.path)
  lookedAt.add(request.path)
  const task = isFirst ? { status: 'running' } : { status: 'completed', result: goodResearch }
  return taskReply(task)(request)
}
const submitted = () => ({ body: { task_id: randomUUID(), type: 'research', status: 'queued' } })
const client = () => new Footnote({ apiKey: key, baseUrl: recorder.url, maxRetries: 0 })
const command = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env })

describe('every operation of the contract', () => {
  it('is a route that asks for a key, and a path of OpenAPI', async () => {
    for (const [name, { method, path }] of operationEntries()) {
      if (!forCallers.includes(name)) continue
      const url = test.service.url + path.replaceAll(/\{\w+\}/g, randomUUID())
      expect((await fetch(url, { method })).status, name).toBe(401)
    }
    const { paths } = (await (await fetch(`${test.service.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId?: string }>>
    }
    const named = Object.values(paths).flatMap(methods =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(named.sort()).toEqual(
      operationEntries()
        .map(([name]) => name)
        .sort(),
    )
  })

  it('is a method of the SDK', async () => {
    const footnote = client()
    await footnote.answer({ query: 'Why?' })
    await footnote.financeResearch({ input: 'Why?' })
    const { task_id } = await footnote.research({ input: 'Why?', research_effort: 'deep' })
    await footnote.tasks.retrieve(task_id)
    for await (const _ of footnote.tasks.events(task_id)) break
    await footnote.tasks.cancel(task_id).catch(() => {})
    await footnote.calls.retrieve(task_id)
    await footnote.calls.cancel(task_id).catch(() => {})
    for await (const _ of footnote.tasks.list()) break
    await footnote.usage()
    await footnote.wallet()
    const { webhook_id } = await footnote.webhooks.create(HOOK)
    await footnote.webhooks.list()
    await footnote.webhooks.update(webhook_id, { events: ['wallet.low'] })
    await footnote.webhooks.rotateSecret(webhook_id)
    await footnote.webhooks.test(webhook_id)
    const [delivery] = await footnote.webhooks.deliveries(webhook_id)
    await footnote.webhooks.events()
    await footnote.webhooks.replay(webhook_id, delivery?.delivery_id ?? '')
    await footnote.webhooks.delete(webhook_id)
    expect(recorder.take()).toEqual(new Set(forCallers))
  })

  it('is a command', async () => {
    const { stdout } = await command('research', 'Why?', '--no-wait')
    await Promise.all([
      ...['answer', 'finance', 'research'].map(tool => command(tool, 'Why?')),
      ...['tasks', 'usage', 'balance'].map(list => command(list)),
      command('call', stdout.trim()),
      command('cancel', '00000000-0000-4000-8000-000000000000').catch(() => {}),
    ])
    const webhooks = async (...args: string[]) => (await command('webhooks', ...args)).stdout
    const added = JSON.parse(await webhooks('add', HOOK.url, '--event', 'wallet.low', '--json'))
    const id: string = added.webhook_id
    expect(await webhooks('list')).toContain(id)
    await webhooks('update', id, '--on')
    expect(await webhooks('rotate', id)).toMatch(/^whsec_/)
    await webhooks('test', id)
    const [sent] = JSON.parse(await webhooks('deliveries', id, '--json'))
    await webhooks('events')
    await webhooks('replay', id, sent.delivery_id)
    await webhooks('remove', id)
    expect(recorder.take()).toEqual(new Set(forCallers))
  })

  it('is in a tool for agents', async () => {
    expect(new Set(Object.values(tools).flatMap(tool => tool.operations))).toEqual(
      new Set(forAgents),
    )
    const call = (name: string, given: Record<string, unknown> = {}) =>
      stdio.callTool({ name, arguments: given })
    await call('answer', { query: 'Why?' })
    await call('finance_research', { input: 'Why?' })
    await call('research', { input: 'Why?' })
    await call('check_task', { task_id: randomUUID() })
    await call('cancel_task', { task_id: randomUUID() })
    await call('list_tasks')
    await call('usage')
    await call('wallet')
    expect(recorder.take()).toEqual(new Set(forAgents))
  })

  it('is a tool for the AI SDK, as it is for other agents', () => {
    expect(Object.keys(footnoteTools(client())).sort()).toEqual(Object.keys(tools).sort())
  })
})

/** Sends an answer's request by each way there is and gives the code of the error, if one comes of it. */
const DOORS: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  HTTP: async request => (await post(`${test.service.url}/api/v1/answer`, key, request)).body.code,
  'the SDK': request => codeOf(client().answer(request)),
  'the command line': async ({ query, include_domains = [] }) => {
    const domains = include_domains.flatMap(domain => ['--include-domain', domain])
    const failure = await command('answer', query, '--json', ...domains).catch(error => error)
    if (failure.code === undefined) return undefined
    const { code } = JSON.parse(failure.stderr)
    expect(failure.code).toBe(exitCodes[code as keyof typeof exitCodes])
    return code
  },
  'MCP over HTTP': request => toolCode(http, request),
  'MCP over stdio': request => toolCode(stdio, request),
}

/** Excludes polls, which belong to the tasks of other tests. */
const upstreamCalls = () => test.upstream.requests.filter(({ method }) => method === 'POST').length

interface Request {
  query: string
  include_domains?: string[]
}

describe.each(Object.entries(DOORS))('%s', (_, send) => {
  it.each([
    [{ query: 'x'.repeat(limits.queryCharacters + 1) }, 'QUERY_TOO_LONG'],
    [
      { query: 'Why?', include_domains: Array(limits.domainsPerList + 1).fill('example.com') },
      'INVALID_REQUEST',
    ],
  ])('has the limits of the contract (%#)', async (request, code) => {
    const before = upstreamCalls()
    expect(await send(request)).toBe(code)
    expect(upstreamCalls()).toBe(before)
  })

  it('takes what is just within them', async () => {
    const request = {
      query: '\u{1F600}'.repeat(limits.queryCharacters),
      include_domains: Array(limits.domainsPerList).fill('example.com'),
    }
    expect(await send(request)).toBeUndefined()
  })
})

describe('every error of the contract', () => {
  it.each(ERROR_CODES)('%s has a class of the SDK and an exit code of the command', code => {
    const words = code.toLowerCase().split('_')
    const name = `${words.map(word => word.replace(/^./, first => first.toUpperCase())).join('')}Error`
    const errorClass = (sdk as Record<string, unknown>)[name] as typeof sdk.ApiError
    expect(errorClass?.prototype).toBeInstanceOf(sdk.ApiError)
    expect(exitCodes[code]).toBeGreaterThan(1)
  })

  it('says the same of the money everywhere', async () => {
    const money: Record<string, string> = {}
    for (const code of ERROR_CODES) {
      const body = { code, message: 'No.', request_id: randomUUID() }
      const answering = async () => Response.json(body, { status: errors[code].status })
      const footnote = new Footnote({ apiKey: key, maxRetries: 0, fetch: answering })
      const error = await footnote.answer({ query: 'Why?' }).catch(error => error)
      money[error.code] = error.money
    }
    expect(money).toEqual(Object.fromEntries(ERROR_CODES.map(code => [code, errors[code].money])))
  })
})

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    failure => failure,
  )
  return error?.code
}

async function toolCode(agent: Agent, request: Request): Promise<string | undefined> {
  const { isError, content } = await agent.callTool({ name: 'answer', arguments: { ...request } })
  const [block] = content as { text: string }[]
  return isError ? block?.text.split(':')[0] : undefined
}
