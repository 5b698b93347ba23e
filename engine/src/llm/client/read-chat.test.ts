import { describe, expect, it } from 'vitest'
import { type ChatPart, readChat } from './read-chat.ts'

async function read(wire: string | readonly string[], mostBytes = 10_000): Promise<ChatPart[]> {
  const pieces = [wire].flat()
  const body = async function* () {
    for (const piece of pieces) yield Buffer.from(piece)
  }
  return Array.fromAsync(readChat(body(), { mostBytes }))
}

const say = (content: unknown) => JSON.stringify({ choices: [{ delta: { content } }] })
const rice = { kind: 'text', text: 'Rice' }
const end = { kind: 'end', isCut: false }

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
    expect(await read(wire)).toEqual([rice, end])
  })

  it('stops reading at the end', async () => {
    async function* body() {
      yield Buffer.from('data: [DONE]\n\n')
      await new Promise(() => {})
    }
    expect(await Array.fromAsync(readChat(body(), { mostBytes: 100 }))).toEqual([end])
  })

  it.each([
    ['an error as an object', '{"error":{"message":"It broke"}}'],
    ['an error as text', '{"error":"It broke"}'],
    ['an error laid out flat', '{"object":"error","message":"It broke"}'],
  ])('%s', async (_name, event) => {
    expect(await read(`data: ${event}\n\n`)).toMatchObject([
      { kind: 'error', refusal: { said: expect.stringContaining('it broke') } },
    ])
  })

  it.each(['data: {oops\n\n', 'data: 7\n\n', 'data: "text"\n\n'])('no events: %s', async wire => {
    await expect(read(wire)).rejects.toMatchObject({ name: 'GarbledError' })
  })
})

it('reads a single body like a stream, however it is split', async () => {
  const body = { choices: [{ message: { content: 'Rice' }, finish_reason: 'length' }] }
  const parts = await read([' \n', ...JSON.stringify(body, null, 1)])
  expect(parts).toEqual([rice, { kind: 'end', isCut: true }, end])
})

it('reads no more than the limit', async () => {
  await expect(read('data: '.repeat(1_000), 100)).rejects.toMatchObject({ name: 'TooLargeError' })
})
