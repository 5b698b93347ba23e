import { waitFor } from '@footnote/platform/testing/wait-for'
import { describe, expect, it } from 'vitest'
import type { FakeReply } from './testing/fake-replies.ts'
import { limits, modelScene, prompt, unhurried } from './testing/model-scene.ts'

const report = 'Rice feeds half of the world: 水稻, “riz”, 🍚. It is grown in Asia.'

const write = async (reply: FakeReply, options: Parameters<typeof modelScene>[1] = {}) => {
  const { model } = await modelScene({ write: reply }, options)
  return model.write(prompt, limits)
}

describe('a text comes whole', () => {
  it.each<[string, FakeReply]>([
    ['token by token', report],
    ['byte by byte', { text: report, pieceBytes: 1 }],
    ['in pieces that cut characters and events', { text: report, pieceBytes: 7 }],
    ['with comments in between', { text: report, hasComments: true }],
    ['with thinking sent apart', { text: report, reasoning: 'Let me think about rice.' }],
    ['with thinking in tags', { text: `<think>About rice…</think>\n\n${report}`, pieceBytes: 3 }],
    ['with thinking that the template opened', `About rice…\n</think>\n\n${report}`],
  ])('%s', async (_name, reply) => {
    expect(await write(reply)).toEqual({ text: report, isComplete: true })
  })

  it('from an endpoint that does not stream', async () => {
    const fake = { ignoresStream: true }
    expect(await write(report, { fake })).toEqual({ text: report, isComplete: true })
    expect(await write({ text: report, finish: 'length' }, { fake })).toMatchObject({
      isComplete: false,
    })
  })
})

describe('a partial reply is kept and marked if', () => {
  it('the length was reached', async () => {
    const written = await write({ text: report, finish: 'length' })
    expect(written).toEqual({ text: report, isComplete: false })
  })

  it('the connection was lost', async () => {
    const written = await write({ text: report, resetAfter: 3 })
    expect(written).toEqual({ text: 'Rice feeds h', isComplete: false })
  })

  it('the stream ended without saying so', async () => {
    const written = await write({ text: report, hasNoEnd: true })
    expect(written).toEqual({ text: report, isComplete: false })
  })

  it('no token came for too long', async () => {
    const { model } = await modelScene({ write: { text: report, hangAfter: 3 } }, { idleMs: 500 })
    const written = await model.write(prompt, unhurried)
    expect(written).toEqual({ text: 'Rice feeds h', isComplete: false })
  })

  it('the endpoint failed among its events', async () => {
    const written = await write({ text: report, errorAfter: 3 })
    expect(written).toEqual({ text: 'Rice feeds h', isComplete: false })
  })

  it('the time of the call was over', async () => {
    const { model } = await modelScene({ write: { text: report, hangAfter: 3 } })
    const written = await model.write(prompt, { maxTokens: 100, timeoutMs: 1_500 })
    expect(written).toEqual({ text: 'Rice feeds h', isComplete: false })
  })

  it('the time of the caller was over', async () => {
    const { model } = await modelScene({ write: { text: report, hangAfter: 3 } })
    const signal = AbortSignal.timeout(1_500)
    const written = await model.write(prompt, { ...unhurried, signal })
    expect(written).toEqual({ text: 'Rice feeds h', isComplete: false })
  })

  it('it never ends, and the connection is closed', async () => {
    const reply = { text: 'Rice, ', isEndless: true }
    const { model, endpoint } = await modelScene({ write: reply })
    const { text, isComplete } = await model.write(prompt, { ...unhurried, maxTokens: 100 })
    expect(isComplete).toBe(false)
    expect(text.startsWith('Rice, Rice, ')).toBe(true)
    expect(text.length).toBeLessThan(100_000)
    await waitFor('the endless reply to be given up', () => endpoint.abandoned === 1)
  })
})

describe('a fault is', () => {
  it.each<[string, FakeReply, string]>([
    [
      'garbled: thinking alone, up to the length',
      { text: '<think>Hm', finish: 'length' },
      'garbled',
    ],
    [
      'garbled: thinking sent apart, up to the length',
      { text: '', reasoning: 'Hm', finish: 'length' },
      'garbled',
    ],
    ['garbled: nothing at all', { fault: 'empty' }, 'garbled'],
    ['garbled: events that are none', { fault: 'garbage' }, 'garbled'],
    ['unreachable: a web page', { fault: 'web page' }, 'unreachable'],
    ['refused: filtered in the middle', { text: 'Rice', finish: 'content_filter' }, 'refused'],
    ['refused: filtered at once', { fault: 'filtered' }, 'refused'],
    ['unreachable: lost before a word', { text: report, resetAfter: 0 }, 'unreachable'],
    ['unreachable: failed before a word', { text: report, errorAfter: 0 }, 'unreachable'],
  ])('%s', async (_name, reply, kind) => {
    await expect(write(reply)).rejects.toMatchObject({ name: 'ModelFault', kind })
  })

  it('unreachable when nothing comes in time', async () => {
    const { model } = await modelScene({ write: { fault: 'hang' } })
    const late = model.write(prompt, { maxTokens: 100, timeoutMs: 50 })
    await expect(late).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('unreachable when there was no time to begin with', async () => {
    const { model, endpoint } = await modelScene({ write: report })
    const late = model.write(prompt, { maxTokens: 100, timeoutMs: 0 })
    await expect(late).rejects.toMatchObject({ kind: 'unreachable' })
    expect(endpoint.requests).toEqual([])
  })
})

it("an aborted call rejects with the caller's reason and closes the connection", async () => {
  const caller = new AbortController()
  const { model, endpoint } = await modelScene({ write: { text: report, hangAfter: 3 } })
  const call = model.write(prompt, { ...unhurried, signal: caller.signal })
  await waitFor('the request', () => endpoint.requests.length === 1)
  caller.abort(new Error('gone'))
  await expect(call).rejects.toThrow('gone')
  await waitFor('the reply to be given up', () => endpoint.abandoned === 1)
})

describe('what is sent', () => {
  it('names the task first, and asks for a stream and temperature 0', async () => {
    const { model, endpoint } = await modelScene({ write: report }, { apiKey: 'key-1' })
    await model.write(prompt, limits)
    expect(endpoint.requests).toMatchObject([
      {
        task: 'write',
        system: 'Task: write\nWrite a report.',
        user: 'About rice.',
        headers: { authorization: 'Bearer key-1' },
        body: { model: 'fake', max_tokens: 1_000, temperature: 0, stream: true },
      },
    ])
    expect(JSON.stringify(endpoint.requests[0]?.body)).not.toContain('key-1')
  })

  it('has no key where none is set', async () => {
    const { model, endpoint } = await modelScene({ write: report })
    await model.write(prompt, limits)
    expect(endpoint.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('leaves room for thinking once the model has shown thinking', async () => {
    const { model, endpoint } = await modelScene({ write: `<think>Hm</think>${report}` })
    await model.write(prompt, limits)
    await model.write(prompt, limits)
    expect(endpoint.requests.map(({ body }) => body['max_tokens'])).toEqual([1_000, 3_048])
  })
})

it('reports the tokens that a call used, as the endpoint counts them', async () => {
  const { model } = await modelScene({ write: [report, { text: report, hasNoEnd: true }] })
  const used: number[] = []
  const options = { ...limits, onUsage: (tokens: number) => void used.push(tokens) }
  await model.write(prompt, options)
  await model.write(prompt, options)
  expect(used).toHaveLength(2)
  for (const tokens of used) expect(tokens).toBeGreaterThan(30)
})

it('limits parallel prompts, and counts waiting as time', async () => {
  const gate = Promise.withResolvers<string>()
  const { model, endpoint } = await modelScene({ write: () => gate.promise }, { parallel: 2 })
  const calls = [model.write(prompt, limits), model.write(prompt, limits)]
  await waitFor('two requests', () => endpoint.requests.length === 2)
  const waiting = model.write(prompt, { ...limits, timeoutMs: 30 })
  await expect(waiting).rejects.toMatchObject({ kind: 'unreachable' })
  const third = model.write(prompt, limits)
  gate.resolve(report)
  await Promise.all([...calls, third])
  expect(endpoint.mostAtOnce).toBe(2)
  expect(endpoint.requests).toHaveLength(3)
})
