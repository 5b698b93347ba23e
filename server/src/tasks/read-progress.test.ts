import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Progress, readProgress } from './read-progress.ts'

async function read(text: string | Buffer[]): Promise<Progress[]> {
  const chunks = typeof text === 'string' ? [Buffer.from(text)] : text
  const progress: Progress[] = []
  for await (const piece of readProgress(streamOf(chunks))) progress.push(piece)
  return progress
}

async function* streamOf(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

const event = (name: string, data: unknown, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const piece = (stage: string, counts: object, id?: string) => ({
  event: 'progress',
  ...(id !== undefined && { id }),
  data: { stage, counts },
})

describe('the part of an event that is kept', () => {
  it.each<[string, string, object[]]>([
    ['its name', event('searching', {}), [piece('searching', {})]],
    ['whole numbers', event('reading', { sources: 12 }), [piece('reading', { sources: 12 })]],
    ['counted things', event('x', { counts: { sources: 1 } }), [piece('x', { sources: 1 })]],
    ['its number', event('x', {}, '7'), [piece('x', {}, '7')]],
    ['no id that is no number', event('x', {}, 'seven'), [piece('x', {})]],
    ['no text', event('x', { title: 'secret', url: 'secret' }), [piece('x', {})]],
    [
      'the address and title of a source',
      event('source', { url: 'https://a.example/', title: 'A', text: 'secret' }),
      [{ event: 'source', data: { url: 'https://a.example/', title: 'A' } }],
    ],
    [
      'no address of a source that no browser should open',
      event('source', { url: 'javascript:secret', title: 'A' }),
      [piece('source', {})],
    ],
    [
      'the text of a query',
      event('query', { query: 'q', text: 'secret' }),
      [{ event: 'query', data: { query: 'q' } }],
    ],
    ['no text in lists', event('x', ['secret']), [piece('x', {})]],
    ['no text deeper down', event('x', { a: { b: 'secret', c: 1 } }), [piece('x', {})]],
    ['no fractions', event('x', { price: 1.5, huge: 1e300 }), [piece('x', {})]],
    ['no data that is no JSON', 'event: x\ndata: secret\n\n', [piece('x', {})]],
    ['no number that may be an answer', event('x', { answer: 42, Paris: 1 }), [piece('x', {})]],
    ['no name that is a sentence', event('a secret question', {}), []],
    ['nothing of what has no name', 'data: {"n":1}\n\n', []],
    ['nothing of a ping', event('ping', {}), []],
    ['nothing of a ping without data', 'event: ping\n\n', []],
    ['nothing of the greeting', event('connected', { n: 1 }), []],
    ['nothing of a comment', ': secret\n\n', []],
  ])('%s', async (_case, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })
})

it.each(['response.done', 'complete', 'completed', 'error', 'failed', 'cancelled'])(
  'ends with the last event of the upstream: %s',
  async name => {
    const text = event('a', {}) + event(name, { message: 'secret' }) + event('b', {})
    expect(await read(text)).toEqual([piece('a', {})])
  },
)

it('reads an event in any chunks', async () => {
  const bytes = Buffer.from(
    event('größe', {}) + event('reading', { title: 'größe', pages: 3 }, '9'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length)), async cuts => {
      const places = [0, ...cuts, bytes.length].sort((a, b) => a - b)
      const pieces = places.map((place, index) => bytes.subarray(place, places[index + 1]))
      expect(await read(pieces)).toEqual([piece('reading', { pages: 3 }, '9')])
    }),
  )
})

it('gives up on an event without end', async () => {
  const megabyte = Buffer.from('x'.repeat(1024 * 1024))
  let taken = 0
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${event('x', {})}data: `)
    for (;;) {
      taken += 1
      yield megabyte
    }
  }
  const progress: Progress[] = []
  for await (const one of readProgress(endless())) progress.push(one)
  expect(progress).toEqual([piece('x', {})])
  expect(taken).toBeLessThan(10)
})

it('passes on nothing but names and numbers of any text from the upstream', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, name) => {
      for (const { event: kind, id, data } of await read(event(name, value, name))) {
        if (kind !== 'progress') expect.fail('a source')
        expect(id ?? '0').toMatch(/^\d{1,18}$/)
        expect(data.stage).toMatch(/^[A-Za-z][\w.-]{0,63}$/)
        for (const [key, count] of Object.entries(data.counts)) {
          expect(key).toMatch(/^[a-z_]{1,20}$/)
          expect(Number.isSafeInteger(count)).toBe(true)
        }
      }
    }),
  )
})
