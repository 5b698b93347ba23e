import { refundCauses } from '@footnote/contract/refund-causes'
import { generateText, isStepCount, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { holdCalls } from '../../../server/src/testing/scenes/hold-calls.ts'
import {
  completedReply,
  cutConnection,
  playTasks,
  taskReply,
} from '../../../server/src/testing/scenes/play-tasks.ts'
import { captured, readLedger } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { answerWell, startStubUpstream } from '../../../server/src/testing/stubs/stub-upstream.ts'
import type { AnswerRequest } from '../core/wire.ts'
import { Footnote } from '../index.node.ts'
import { type FootnoteTools, footnoteTools } from './index.ts'
import { callingModel } from './testing/calling-model.ts'
import { toolDefinitions } from './tool-definitions.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

const report = {
  report: 'A report [[1]].',
  sources: [{ number: 1, title: 'A', url: 'https://example.com/a' }],
}

async function open({ usd = '10' } = {}) {
  const { key, accountId } = await test.createPayer(usd)
  const footnote = new Footnote({ apiKey: key, baseUrl: test.service.url })
  const ledger = () => readLedger(test.database, accountId)
  return { footnote, tools: footnoteTools(footnote), ledger }
}

it('gives the model the answer, sources and cost in the next step', async () => {
  const { tools, ledger } = await open()
  const model = callingModel('answer', { query: 'What is the capital?' })
  const { text, steps } = await generateText({
    model,
    tools,
    stopWhen: isStepCount(2),
    prompt: 'What is the capital of Bolivia?',
  })
  const { charges } = await ledger()
  expect(charges).toMatchObject([captured])
  const output = {
    answer: 'Sucre [[1]].',
    sources: [{ number: 1, title: 'A', url: 'https://example.com/a' }],
    request_id: charges[0]?.request_id,
    cost_usd: 0.02,
    balance_usd: 9.98,
  }
  expect(steps[0]?.toolResults).toMatchObject([{ toolName: 'answer', output }])
  const [, second] = model.doGenerateCalls
  const told = second?.prompt.findLast(({ role }) => role === 'tool')?.content
  expect(told).toMatchObject([{ type: 'tool-result', output: { type: 'json', value: output } }])
  expect(text).toBe('Done.')
})

it('shows the model the schemas unchanged, with open objects', async () => {
  const { tools } = await open()
  const model = new MockLanguageModelV4({ doGenerate: callingModel('wallet', {}).doGenerate })
  await generateText({ model, tools, prompt: 'q' })
  const shown = model.doGenerateCalls[0]?.tools?.map(tool =>
    tool.type === 'function' ? [tool.name, tool.description, tool.inputSchema] : [],
  )
  const defined = Object.entries(toolDefinitions).map(([name, definition]) => [
    name,
    definition.description,
    definition.inputSchema,
  ])
  expect(shown).toEqual(defined)
})

it('have typed inputs and fit the types of the AI SDK', async () => {
  expectTypeOf<FootnoteTools>().toExtend<ToolSet>()
  expectTypeOf<Pick<FootnoteTools, 'answer' | 'wallet'>>().toExtend<ToolSet>()
  const { tools } = await open()
  const { answer, usage } = tools
  const { toolCalls } = await generateText({
    model: callingModel('usage', {}),
    tools: { answer, usage },
    prompt: 'q',
  })
  for (const call of toolCalls) {
    if (call.dynamic || call.toolName !== 'answer') continue
    expectTypeOf(call.input).toEqualTypeOf<AnswerRequest>()
  }
})

describe('research', () => {
  it('returns a report with its sources and cost', async () => {
    const { tools } = await open()
    const output = await tools.research.execute({ input: 'Compare', research_effort: 'lite' }, {})
    expect(output).toMatchObject({ ...report, cost_usd: 0.04, balance_usd: 9.96 })
    const { task_id } = output as { task_id: string }
    expect(await tools.check_task.execute({ task_id }, {})).toEqual({ task_id, ...report })
    const finance = await tools.finance_research.execute({ input: 'Debt' }, {})
    expect(finance).toMatchObject({ ...report, cost_usd: 0.35 })
  })

  it.each(['out of time', 'aborted'])('returns the task id when %s, to resume later', async why => {
    const remotes = playTasks(test.upstream)
    const { footnote, tools, ledger } = await open()
    const isAborted = why === 'aborted'
    const { research } = isAborted ? tools : footnoteTools(footnote, { waitMs: 1 })
    const caller = new AbortController()
    const running = research.execute({ input: 'q' }, { abortSignal: caller.signal })
    if (isAborted) {
      await expect.poll(() => [...remotes.values()].some(({ looks }) => looks > 0)).toBe(true)
      caller.abort()
    }
    const output = await running
    expect(output).toMatchObject({ status: 'queued', cost_usd: 0.15 })
    const { task_id, message } = output as { task_id: string; message: string }
    expect(message).toContain('Call wait_for_task')
    for (const remote of remotes.values()) remote.look = completedReply
    expect(await tools.wait_for_task.execute({ task_id }, {})).toEqual({ task_id, ...report })
    expect((await ledger()).charges).toMatchObject([{ request_id: task_id, ...captured }])
  })

  it('can be started without waiting', async () => {
    playTasks(test.upstream)
    const { tools } = await open()
    const output = await tools.start_research.execute({ input: 'q' }, {})
    expect(output).toMatchObject({ status: 'queued', cost_usd: 0.15 })
    const { task_id } = output as { task_id: string }
    expect(await tools.check_task.execute({ task_id }, {})).toMatchObject({ status: 'queued' })
  })
})

describe('errors as outputs', () => {
  it('name every problem of a refused call, which costs nothing', async () => {
    const { tools } = await open({ usd: '0.01' })
    const wrong = { query: ' ', wrong: 1 } as AnswerRequest
    const output = await tools.answer.execute(wrong, {})
    expect(output).toMatchObject({ error: 'INVALID_REQUEST', money: 'not_charged' })
    expect(output).toMatchObject({ errors: [{ path: '/wrong' }, { path: '/query' }] })
    const poor = await tools.answer.execute({ query: 'q' }, {})
    expect(poor).toMatchObject({
      error: 'INSUFFICIENT_BALANCE',
      required_usd: 0.02,
      balance_usd: 0.01,
    })
    const lost = await tools.check_task.execute({ task_id: '../usage' }, {})
    expect(lost).toMatchObject({ error: expect.any(String), money: 'not_charged' })
  })

  it('report the refund of a failed call or task', async () => {
    const { tools } = await open()
    test.upstream.handler = () => ({ status: 500, body: { detail: 'broken' } })
    expect(await tools.answer.execute({ query: 'q' }, {})).toMatchObject({
      error: 'QUERY_FAILED_REFUNDED',
      money: 'refunded',
      refunded_usd: 0.02,
      balance_usd: 10,
    })
    const unanswered = taskReply({ status: 'failed', reason: 'no_source' })
    test.upstream.handler = request =>
      request.method === 'POST' ? answerWell(request) : unanswered(request)
    const { message } = refundCauses.no_source
    const failure = { error: 'QUERY_FAILED_REFUNDED', message, money: 'refunded' }
    const failed = await tools.research.execute({ input: 'q' }, {})
    expect(failed).toMatchObject(failure)
    const { request_id = '' } = failed as { request_id?: string }
    expect(await tools.check_task.execute({ task_id: request_id }, {})).toMatchObject(failure)
  })

  it('tell the model to check usage after an aborted call', async () => {
    const { tools, ledger } = await open()
    const held = holdCalls(test.upstream)
    const caller = new AbortController()
    const running = tools.finance_research.execute({ input: 'q' }, { abortSignal: caller.signal })
    await held.arrived
    caller.abort()
    const output = await running
    expect(output).toMatchObject({ error: 'ABORTED', money: 'unknown' })
    expect((output as { message: string }).message).toContain('usage')
    held.release()
    await expect.poll(async () => (await ledger()).charges).toMatchObject([captured])
    expect(await tools.usage.execute({}, {})).toMatchObject({
      calls: [{ tool: 'finance_research', state: 'captured', cost_usd: 0.35 }],
    })
    expect(await tools.wallet.execute({}, {})).toEqual({ balance_usd: 9.65 })
  })

  it('keep the id of a paid task that cannot be polled', async () => {
    const submission = {
      task_id: '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c',
      status: 'queued',
      expires_at: '2026-11-16T09:30:00.000Z',
      billing: { request_id: 'r', cost_usd: 0.15, cost_units: 1_500_000, balance_usd: 9.85 },
    }
    let look = { status: 401, body: { code: 'INVALID_API_KEY', message: 'No.', request_id: 'r' } }
    const service = await startStubUpstream(({ method }) =>
      method === 'POST' ? { status: 202, body: submission } : look,
    )
    const tools = footnoteTools(new Footnote({ apiKey: 'fn_test', baseUrl: service.url }))
    expect(await tools.research.execute({ input: 'q' }, {})).toMatchObject({
      error: 'INVALID_API_KEY',
      money: 'charged',
      task_id: submission.task_id,
    })
    look = { status: 410, body: { code: 'JOB_EXPIRED', message: 'Too late.', request_id: 'r' } }
    const expired = await tools.research.execute({ input: 'q' }, {})
    expect(expired).toMatchObject({ error: 'JOB_EXPIRED', money: 'unknown' })
    expect((expired as { message: string }).message).not.toContain('keeps running')
    service.handler = () => cutConnection
    const lost = await tools.research.execute({ input: 'q' }, {})
    expect(lost).toMatchObject({ error: 'NO_REPLY', money: 'unknown' })
    await service.close()
  })
})
