import { expect, it, onTestFinished } from 'vitest'
import { openModel } from './open-model.ts'
import { startFakeModel } from './testing/fake-model.ts'

async function contextOf(pages: Record<string, unknown>, options: { contextTokens?: number } = {}) {
  const endpoint = await startFakeModel({}, { pages, apiKey: 'key' })
  onTestFinished(() => endpoint.close())
  const base = { url: `${endpoint.url}/v1`, model: 'rice-7b', apiKey: 'key', parallel: 1 }
  return (await openModel({ ...base, ...options })).contextTokens
}

const other = { id: 'other', max_model_len: 1_024, context_length: 1_024 }

it.each<[string, Record<string, unknown>, number]>([
  ['vLLM', { '/v1/models': { data: [other, { id: 'rice-7b', max_model_len: 16_384 }] } }, 16_384],
  ['a proxy', { '/v1/models': { data: [other, { id: 'rice-7b', context_length: 9_000 }] } }, 9_000],
  ['llama.cpp', { '/v1/models': { data: [{ id: 'x.gguf', meta: { n_ctx: 5_120 } }] } }, 5_120],
  [
    'llama.cpp with less than the model was trained for',
    {
      '/v1/models': { data: [{ id: 'x.gguf', meta: { n_ctx_train: 131_072 } }] },
      '/props': { default_generation_settings: { n_ctx: 6_144 } },
    },
    6_144,
  ],
  [
    'training alone',
    { '/v1/models': { data: [{ id: 'x', meta: { n_ctx_train: 4_096 } }] } },
    4_096,
  ],
  ['Ollama', { '/api/ps': { models: [{ name: 'rice-7b', context_length: 4_096 }] } }, 4_096],
  [
    'LM Studio',
    { '/api/v0/models': { data: [{ id: 'rice-7b', loaded_context_length: 12_000 }] } },
    12_000,
  ],
  ['nobody', {}, 8_192],
  ['a list without the model', { '/v1/models': { data: [other, { id: 'third' }] } }, 8_192],
  ['nonsense', { '/v1/models': { data: [{ id: 'rice-7b', max_model_len: '∞' }] } }, 8_192],
  ['less than nothing', { '/v1/models': { data: [{ id: 'rice-7b', max_model_len: -1 }] } }, 8_192],
])('the context is asked for: %s', async (_name, pages, tokens) => {
  expect(await contextOf(pages)).toBe(tokens)
})

it('does not ask for a context length that is set', async () => {
  const pages = { '/v1/models': { data: [{ id: 'rice-7b', max_model_len: 16_384 }] } }
  expect(await contextOf(pages, { contextTokens: 5_000 })).toBe(5_000)
})

it('starts even if the endpoint is not up yet', async () => {
  const endpoint = await startFakeModel({})
  await endpoint.close()
  const model = await openModel({ url: endpoint.url, model: 'rice-7b', parallel: 3 })
  expect(model).toMatchObject({ contextTokens: 8_192, parallel: 3 })
})
