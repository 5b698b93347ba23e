import type { ServerResponse } from 'node:http'
import { tools } from '@footnote/mcp/tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playTasks, taskReply } from '../../../server/src/testing/scenes/play-tasks.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { answerWell, goodAnswer } from '../../../server/src/testing/stubs/stub-upstream.ts'
import { type Agent, openAgent, type ToolReply } from './testing/open-agent.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(() => test.close())

type Calls = (call: Agent['call']) => Promise<readonly ToolReply[]>
const UNKNOWN = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'integer' } },
  required: ['a'],
  additionalProperties: false,
}

/** In this order and from a fresh wallet, so that whatever two transports tell can be compared. */
const table: Record<string, Calls> = {
  'every paid tool': async call => [
    await call('answer', { query: 'What is the capital?' }),
    await call('research', { input: 'Compare', research_effort: 'lite' }),
    await call('research', { input: 'Compare', output_schema: SCHEMA }),
    await call('finance_research', { input: 'Debt' }),
  ],
  'a task from its start to its end': async call => {
    const started = await call('start_research', { input: 'Compare' })
    const { task_id } = started.body
    return [
      started,
      await call('wait_for_task', { task_id }),
      await call('check_task', { task_id }),
      await call('wait_for_task', { task_id }),
    ]
  },
  'a running task': async call => {
    playTasks(test.upstream)
    const { body } = await call('start_research', { input: 'Compare' })
    return [await call('check_task', { task_id: body.task_id })]
  },
  'what is free': async call => {
    await call('answer', { query: 'q' })
    return [await call('wallet'), await call('usage')]
  },
  'what fails and is refunded': async call => {
    test.upstream.handler = () => ({ status: 500, body: { detail: 'broken' } })
    const refunds = [
      await call('answer', { query: 'q' }),
      await call('research', { input: 'q' }),
      await call('finance_research', { input: 'q' }),
    ]
    test.upstream.handler = request =>
      request.method === 'POST' ? answerWell(request) : taskReply({ status: 'failed' })(request)
    return [...refunds, await call('research', { input: 'q' })]
  },
  'what is unknown': async call => [
    await call('wait_for_task', { task_id: UNKNOWN }),
    await call('check_task', { task_id: UNKNOWN }),
    await call('cancel_task', { task_id: UNKNOWN }),
  ],
  'what is refused': async call => [
    await call('answer', { query: ' ', freshness: 'soon', wrong: 1 }),
    await call('research', { input: 'x'.repeat(40_001) }),
    await call('finance_research', { input: 'Debt', research_effort: 'lite' }),
    await call('check_task', { task_id: '../usage' }),
    await call('research', { input: 'q', research_effort: 'frontier' }),
    await call('research', { input: 'q', research_effort: 'frontier' }),
    await call('research', { input: 'q', research_effort: 'frontier' }),
  ],
}

describe.each([
  { era: 'this year’s protocol', isModern: true },
  { era: 'the protocol before it', isModern: false },
])('in $era', ({ isModern }) => {
  const agents: Agent[] = []
  beforeAll(async () => {
    for (const transport of ['stdio', 'HTTP'] as const) {
      const { key } = await test.createPayer()
      agents.push(await openAgent(transport, { url: test.service.url, key, isModern }))
    }
  })
  afterAll(async () => {
    for (const { client } of agents) await client.close()
  })
  /** Runs the same calls over both transports. */
  const ask = async <Told>(run: (agent: Agent) => Told | Promise<Told>): Promise<Told[]> => {
    const told: Told[] = []
    for (const agent of agents) {
      test.upstream.handler = answerWell
      told.push(await run(agent))
    }
    return told
  }

  it('stdio and HTTP list the same tools of the same server', async () => {
    const [stdio, http] = await ask(async ({ client }) => ({
      tools: (await client.listTools()).tools,
      instructions: client.getInstructions(),
      // A service whose port is chosen by the system does not know its own address.
      version: { ...client.getServerVersion(), websiteUrl: undefined },
      capabilities: client.getServerCapabilities(),
    }))
    expect(stdio?.tools).toHaveLength(Object.keys(tools).length)
    expect(stdio).toEqual(http)
  })

  it.each(Object.entries(table))('stdio and HTTP reply the same to %s', async (_, run) => {
    const [stdio, http] = await ask(async ({ call }) => (await run(call)).map(comparable))
    expect(stdio).toEqual(http)
  })

  it('stdio and HTTP quote the passage that proves a value', async () => {
    const sources = [{ url: 'https://example.com/a', title: 'A', snippets: ['It is 7.'] }]
    const fields = [{ pointer: '/a', sources: [1], quotes: ['It is 7.'] }]
    const output = { content: { a: 7 }, content_type: 'object', sources, fields }
    const [stdio, http] = await ask(async ({ call }) => {
      test.upstream.handler = request =>
        request.method === 'POST'
          ? answerWell(request)
          : taskReply({ status: 'completed', result: { output } })(request)
      return comparable(await call('research', { input: 'How many?', output_schema: SCHEMA }))
    })
    expect(stdio).toMatchObject({
      body: { result: { output: { evidence: [{ pointer: '/a', source: 1, quote: 'It is 7.' }] } } },
      text: expect.stringContaining('/a [1] “It is 7.”'),
    })
    expect(stdio).toEqual(http)
  })

  it('stdio and HTTP report the same progress', async () => {
    const [stdio, http] = await ask(async ({ call }) => {
      const steps: string[] = []
      const onprogress = ({ message = '' }) => void steps.push(message)
      await call('research', { input: 'Compare', research_effort: 'lite' }, { onprogress })
      return steps
    })
    expect(stdio).toContain('Waiting in the queue')
    expect(stdio).toEqual(http)
  })

  it('stdio and HTTP report the stages and sources of a call while it runs', async () => {
    const [stdio, http] = await ask(async ({ call }) => {
      const heard = Promise.withResolvers<void>()
      test.upstream.handler = () => ({ write: response => playSteps(response, heard.promise) })
      const steps: string[] = []
      const { text } = await call(
        'answer',
        { query: 'How deep?' },
        {
          onprogress({ message = '' }) {
            // Repeats of the latest step depend on the time.
            if (!message.includes('so far')) steps.push(message)
            if (message === 'Source: Lakes') heard.resolve()
          },
        },
      )
      expect(text).toContain('Sucre [[1]].')
      return steps
    })
    expect(stdio).toEqual(['Reading sources: 3 passages', 'Source: Rivers', 'Source: Lakes'])
    expect(http).toEqual(stdio)
  })
})

/** Reports steps as the engine does, and replies once they were heard. */
async function playSteps(response: ServerResponse, heard: Promise<void>): Promise<void> {
  const write = (event: string, data: object) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  write('progress', { stage: 'reading', counts: { passages: 3 } })
  write('source', { url: 'https://example.com/a', title: 'Rivers' })
  write('source', { url: 'https://example.com/b', title: 'Lakes' })
  await heard
  write('reply', { status: 200, body: goodAnswer })
  response.end()
}

/** Ids and times differ from call to call; nothing else may. */
function comparable(reply: ToolReply): unknown {
  const text = JSON.stringify(reply)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
  return JSON.parse(text)
}
