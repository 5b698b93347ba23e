import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../outside/testing/start-server.ts'
import { createEmbedder } from './create-embedder.ts'
import type { FakeEmbeddings } from './testing/fake-embeddings.ts'
import { type FakeModelOptions, startFakeModel } from './testing/fake-model.ts'

async function scene(options: FakeModelOptions = {}) {
  const endpoint = await startFakeModel({}, options)
  onTestFinished(() => endpoint.close())
  return { endpoint, embedder: createEmbedder({ url: endpoint.url, model: 'vectors' }) }
}

const limits = { timeoutMs: 10_000 }
const texts = ['rice in Asia', 'rice in Africa', 'steel and ships']
const dot = (a?: Float32Array, b?: Float32Array) =>
  a?.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0) ?? 0

it.each<FakeEmbeddings>(['numbers', 'base64', 'shuffled'])(
  'a vector of length 1 for each text, in order: %s',
  async embeddings => {
    const { embedder } = await scene({ embeddings })
    const [asia, africa, steel] = await embedder.embed(texts, limits)
    for (const vector of [asia, africa, steel]) expect(dot(vector, vector)).toBeCloseTo(1, 5)
    expect(dot(asia, africa)).toBeGreaterThan(dot(asia, steel))
    expect(await embedder.embed(['rice in Asia'], limits)).toEqual([asia])
  },
)

it('sends so many texts at once, each cut to what matters', async () => {
  const { embedder, endpoint } = await scene()
  const many = Array.from({ length: 130 }, (_, index) => `text ${index} ${'x'.repeat(5_000)}`)
  expect(await embedder.embed(many, limits)).toHaveLength(130)
  expect(endpoint.embedded.map(batch => batch.length)).toEqual([64, 64, 2])
  for (const text of endpoint.embedded.flat()) expect(text.length).toBeLessThanOrEqual(2_000)
})

it('asks nobody for nothing', async () => {
  const { embedder, endpoint } = await scene()
  expect(await embedder.embed([], limits)).toEqual([])
  expect(endpoint.embedded).toEqual([])
})

describe('no vectors are better than wrong ones', () => {
  it.each<FakeEmbeddings>([
    'one too few',
    'same index',
    'different lengths',
    'not a number',
    'zero',
  ])('%s', async embeddings => {
    const { embedder } = await scene({ embeddings })
    await expect(embedder.embed(texts, limits)).rejects.toMatchObject({
      name: 'ModelFault',
      kind: 'garbled',
    })
  })

  it('an endpoint that refuses is a fault too, with nothing of the texts in it', async () => {
    const { embedder } = await scene({ apiKey: 'another' })
    const error = await embedder.embed(texts, limits).catch(caught => caught)
    expect(error).toMatchObject({ name: 'ModelFault', kind: 'unreachable' })
    expect(error.message).toMatch(/401/)
    expect(error.message).not.toMatch(/rice/)
  })
})

it('a caller who goes away gets their own reason', async () => {
  const { embedder } = await scene()
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(embedder.embed(texts, { ...limits, signal })).rejects.toThrow('gone')
})

it('another model behind the endpoint is taken as it is, from the next call on', async () => {
  let length = 3
  const server = await startServer((_, response) => {
    response.end(JSON.stringify({ data: [{ embedding: new Array(length).fill(1) }] }))
    length += 1
  })
  onTestFinished(() => server.close())
  const embedder = createEmbedder({ url: server.url, model: 'fake' })
  for (const expected of [3, 4]) {
    const [vector] = await embedder.embed(['rice'], limits)
    expect(vector).toHaveLength(expected)
  }
})
