import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { taskReply } from '../testing/scenes/play-tasks.ts'
import { type Reply, startTestService, type TestService } from '../testing/scenes/test-service.ts'

const result = {
  output: {
    content: { capital: 'Sucre' },
    content_type: 'object',
    sources: [{ url: 'https://a.example', title: 'A', snippets: ['Sucre is the capital.'] }],
    fields: [{ pointer: '/capital', sources: [1], quotes: ['Sucre is the capital.'] }],
  },
}
const evidence = [{ pointer: '/capital', source: 1, quote: 'Sucre is the capital.' }]
const request = {
  input: 'Capital of Bolivia?',
  output_schema: {
    type: 'object',
    properties: { capital: { type: 'string' } },
    required: ['capital'],
    additionalProperties: false,
  },
}

let test: TestService
let key: string
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(async () => {
  key = (await test.createPayer('10')).key
})
afterAll(() => test.close())

async function send(path: string, { body, include }: { body?: object; include?: string }) {
  const response = await fetch(`${test.service.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(include !== undefined && { 'footnote-include': include }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as Reply['body']
  return { status: response.status, headers: response.headers, body: reply }
}

it.each([
  ['evidence', evidence],
  ['sources, Evidence', evidence],
  ['sources', undefined],
  [undefined, undefined],
])('comes with a result exactly if it is asked for: %s', async (include, expected) => {
  test.upstream.handler = () => ({ body: result })
  const options = { body: request, ...(include !== undefined && { include }) }
  const reply = await send('/api/v1/research', options)
  expectContract('research', reply)
  expect(reply.body.output).toEqual({
    content: { capital: 'Sucre' },
    content_type: 'object',
    sources: [{ url: 'https://a.example', title: 'A' }],
    ...(expected && { evidence: expected }),
  })
})

it('quotes the passages that a report is based on, at most two of each source', async () => {
  const snippets = ['Sucre is the capital.', 'La Paz is the seat.', 'A third one.']
  const sources = [{ url: 'https://a.example', title: 'A', snippets }]
  test.upstream.handler = () => ({ body: { output: { content: 'Sucre [[1]].', sources } } })
  const body = { input: 'Capital of Bolivia?' }
  const reply = await send('/api/v1/research', { body, include: 'evidence' })
  expectContract('research', reply)
  expect(reply.body.output.evidence).toEqual([
    { pointer: '', source: 1, quote: 'Sucre is the capital.' },
    { pointer: '', source: 1, quote: 'La Paz is the seat.' },
  ])
  expect((await send('/api/v1/research', { body })).body.output).not.toHaveProperty('evidence')
})

it('comes with a task exactly if it is asked for', async () => {
  test.upstream.handler = upstreamRequest =>
    upstreamRequest.method === 'POST'
      ? { body: { task_id: 'remote', status: 'queued' } }
      : taskReply({ status: 'completed', result })(upstreamRequest)
  const { body } = await send('/api/v1/research', { body: { ...request, background: true } })
  const path = `/api/v1/research/${body.task_id}`
  const task = await waitFor('the task to complete', async () => {
    const reply = await send(path, { include: 'evidence' })
    return reply.body.status === 'completed' && reply
  })
  expectContract('retrieve_task', task)
  expect(task.body.result.output.evidence).toEqual(evidence)
  expect((await send(path, {})).body.result.output).not.toHaveProperty('evidence')
})
