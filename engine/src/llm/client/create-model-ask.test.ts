import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { closedObject } from './model.ts'
import type { FakeReply } from './testing/fake-replies.ts'
import { limits, modelScene } from './testing/model-scene.ts'

const shape = closedObject({ items: Type.Array(closedObject({ n: Type.Integer() })) })
const value = { items: [{ n: 1 }, { n: 2 }] }
const question = { task: 'read', system: 'Read.', user: 'Passages.', shape } as const

describe('a value is taken from', () => {
  it.each<[string, FakeReply]>([
    ['JSON', { json: value }],
    ['JSON byte by byte', { text: JSON.stringify(value), pieceBytes: 1 }],
    ['a fence with prose', `Sure!\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``],
    ['behind thinking', `<think>{"items": 3}</think>${JSON.stringify(value)}`],
    ['what was cut off at its longest', { text: '{"items":[{"n":1},{"n":2}', finish: 'length' }],
    ['a whole value whose stream broke off', { text: JSON.stringify(value), hasNoEnd: true }],
  ])('%s', async (_name, reply) => {
    const { model, endpoint } = await modelScene({ read: reply })
    expect(await model.ask(question, limits)).toEqual(value)
    expect(endpoint.requests).toHaveLength(1)
  })
})

it('sends the schema, named after the task, and repeats it in the prompt', async () => {
  const { model, endpoint } = await modelScene({ read: { json: value } })
  await model.ask(question, limits)
  const [request] = endpoint.requests
  expect(request?.body['response_format']).toMatchObject({
    type: 'json_schema',
    json_schema: { name: 'read', strict: true, schema: { type: 'object', required: ['items'] } },
  })
  expect(request?.system).toMatch(/^Task: read\nRead\.\n\nReply with JSON alone.*"items"/s)
})

it('asks once more and says what was wrong, without text of the reply', async () => {
  const replies: FakeReply[] = [{ json: { items: [{ n: 'secret' }] } }, { json: value }]
  const { model, endpoint } = await modelScene({ read: replies })
  expect(await model.ask(question, limits)).toEqual(value)
  const again = endpoint.requests[1]?.user ?? ''
  expect(again).toMatch(/^Passages\.\n\n/)
  expect(again).toContain('/items/0/n must be integer')
  expect(again).not.toContain('secret')
})

it.each<[string, FakeReply, number, string]>([
  ['is garbled when it is wrong twice', { json: { items: 'secret' } }, 2, 'garbled'],
  ['is garbled when it is broken twice', { fault: 'broken JSON' }, 2, 'garbled'],
  ['is garbled when it is prose twice', 'There is secret rice.', 2, 'garbled'],
  ['is refused at once by a filter', { text: '{', finish: 'content_filter' }, 1, 'refused'],
  [
    'is garbled at once when it was all thinking',
    { text: '<think>', finish: 'length' },
    1,
    'garbled',
  ],
  [
    'is unreachable when it broke off',
    { text: '{"items":[{"n":1},', resetAfter: 4 },
    1,
    'unreachable',
  ],
])('%s', async (_name, reply, times, kind) => {
  const { model, endpoint } = await modelScene({ read: reply })
  const fault = await model.ask(question, limits).catch(error => error)
  expect(fault).toMatchObject({ name: 'ModelFault', kind })
  expect(fault.message).not.toContain('secret')
  expect(endpoint.requests).toHaveLength(times)
})

it('both attempts share one time limit', async () => {
  const { model, endpoint } = await modelScene({ read: [{ json: 1 }, { fault: 'hang' }] })
  const call = model.ask(question, { maxTokens: 100, timeoutMs: 1_500 })
  await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
  expect(endpoint.requests).toHaveLength(2)
})

describe('an endpoint that refuses a request format gets another from then on', () => {
  it.each([
    ['max_tokens', { max_completion_tokens: 1_000 }, ['max_tokens']],
    ['temperature', { max_tokens: 1_000 }, ['temperature']],
    ['stream', { stream: false }, ['stream_options']],
    ['stream_options', { stream: true }, ['stream_options']],
    ['json_schema', { response_format: { type: 'json_object' } }, []],
  ] as const)('%s', async (part, has, hasNot) => {
    const { model, endpoint } = await modelScene(
      { read: { json: value } },
      { fake: { refuses: [part] } },
    )
    expect(await model.ask(question, limits)).toEqual(value)
    expect(await model.ask(question, limits)).toEqual(value)
    for (const { body } of endpoint.requests) {
      expect(body).toMatchObject(has)
      for (const name of hasNot) expect(body).not.toHaveProperty(name)
    }
    expect(endpoint.refused).toBe(1)
  })

  it('a system role goes into the user’s', async () => {
    const fake = { refuses: ['system'] } as const
    const { model, endpoint } = await modelScene({ read: { json: value } }, { fake })
    expect(await model.ask(question, limits)).toEqual(value)
    expect(endpoint.requests[0]?.user).toMatch(/^Task: read\nRead\..*\n\nPassages\.$/s)
  })

  it('everything at once', async () => {
    const refuses = ['max_tokens', 'temperature', 'stream', 'json_schema', 'json_object'] as const
    const { model, endpoint } = await modelScene({ read: { json: value } }, { fake: { refuses } })
    expect(await model.ask(question, limits)).toEqual(value)
    expect(await model.ask(question, limits)).toEqual(value)
    expect(endpoint.refused).toBe(5)
    expect(endpoint.requests[1]?.body).not.toHaveProperty('response_format')
    expect(endpoint.requests[1]?.task).toBe('read')
  })

  it('a refusal of one schema is not held against the next', async () => {
    const refuses = ['schema'] as const
    const { model, endpoint } = await modelScene({ read: { json: value } }, { fake: { refuses } })
    await model.ask(question, limits)
    await model.ask(question, limits)
    expect(endpoint.refused).toBe(2)
  })
})
