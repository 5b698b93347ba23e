import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { gatherChat } from './read-chat.ts'

function read(wire: string | readonly string[], mostBytes = 10_000) {
  const body = Readable.from([wire].flat().map(piece => Buffer.from(piece)))
  return gather(body, mostBytes)
}

function gather(body: Readable, mostBytes = 10_000) {
  const { signal } = new AbortController()
  return gatherChat(body, { signal, idleMs: 60_000, mostBytes, mostCharacters: 10_000 })
}

const say = (content: unknown) => JSON.stringify({ choices: [{ delta: { content } }] })

describe('events', () => {
  it.each<[string, string]>([
    ['with lines as Windows has them', `data: ${say('Rice')}\r\n\r\ndata: [DONE]\r\n\r\n`],
    ['without spaces', `data:${say('Rice')}\n\ndata:[DONE]\n\n`],
    [
      'with names, comments and empty ones',
      `: hi\n\nevent: x\ndata: ${say('Rice')}\n\ndata:\n\ndata: [DONE]\n\n`,
    ],
    ['with nothing behind the last', `data: ${say('Rice')}\n\ndata: [DONE]`],
    ['with more behind the end', `data: ${say('Rice')}\n\ndata: [DONE]\n\ndata: {oops\n\n`],
    ['behind a byte order mark', `\ufeffdata: ${say('Rice')}\n\ndata: [DONE]\n\n`],
    [
      'of a role and of nothing',
      `data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\ndata: ${say('Rice')}\n\ndata: {"choices":[]}\n\ndata: [DONE]\n\n`,
    ],
    ['in parts', `data: ${say([{ type: 'text', text: 'Rice' }, 7])}\n\ndata: [DONE]\n\n`],
  ])('%s', async (_name, wire) => {
    expect(await read(wire)).toEqual({ text: 'Rice', end: 'whole', hasThought: false })
  })

  it('stops reading at the end', async () => {
    const body = new Readable({ read() {} })
    body.push('data: [DONE]\n\n')
    expect(await gather(body)).toMatchObject({ text: '', end: 'whole' })
    expect(body.destroyed).toBe(true)
  })

  it.each([
    ['an error as an object', '{"error":{"message":"It broke"}}'],
    ['an error as text', '{"error":"It broke"}'],
    ['an error laid out flat', '{"object":"error","message":"It broke"}'],
  ])('%s', async (_name, event) => {
    expect(await read(`data: ${event}\n\n`)).toMatchObject({
      end: 'error',
      refusal: { said: expect.stringContaining('it broke') },
    })
  })

  it.each(['data: {oops\n\n', 'data: 7\n\n', 'data: "text"\n\n'])('no events: %s', async wire => {
    expect(await read(wire)).toMatchObject({ end: 'garbled' })
  })
})

it('reads a single body like a stream, however it is split', async () => {
  const body = { choices: [{ message: { content: 'Rice' }, finish_reason: 'length' }] }
  const reply = await read([' \n', ...JSON.stringify(body, null, 1)])
  expect(reply).toMatchObject({ text: 'Rice', end: 'length' })
})

it('reads no more than the limit', async () => {
  expect(await read('data: '.repeat(1_000), 100)).toMatchObject({ end: 'length' })
})
