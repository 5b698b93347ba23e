import { expect, it } from 'vitest'
import { readEngineConfig } from './config.ts'

it('needs nothing to be set', () => {
  expect(readEngineConfig({})).toEqual({
    port: 8788,
    host: '127.0.0.1',
    apiKey: undefined,
    keyFile: '.footnote/engine-key',
    dataDir: '.footnote',
    databaseUrl: undefined,
    keysDir: undefined,
    callsAtOnce: 8,
    runsAtOnce: 2,
    leaseMs: 15_000,
    drainMs: 30_000,
    logLevel: 'info',
    metrics: undefined,
    tracing: undefined,
    outside: { networks: [] },
  })
})

const outside = (env: Record<string, string>) => readEngineConfig(env).outside

it('asks no outside service unless one is set', () => {
  for (const contact of ['Acme Research ops@example.com', 'https://example.com/contact']) {
    expect(outside({ FOOTNOTE_CONTACT: contact }).contact).toBe(contact)
  }
  expect(outside({ FOOTNOTE_CONTACT: 'ops@example.com' })).toEqual({
    contact: 'ops@example.com',
    networks: [],
  })
  expect(outside({ FOOTNOTE_BRAVE_KEY: 'k' }).brave).toEqual({
    url: 'https://api.search.brave.com',
    apiKey: 'k',
  })
})

it('knows a model by its address and name, and asks it for what it takes unless that is set', () => {
  const env = { FOOTNOTE_LLM_URL: 'http://127.0.0.1:11434/v1/', FOOTNOTE_LLM_MODEL: 'qwen3' }
  const endpoint = { url: 'http://127.0.0.1:11434/v1', model: 'qwen3', parallel: 4 }
  expect(outside(env).model).toEqual(endpoint)
  expect(outside({ ...env, FOOTNOTE_LLM_CONTEXT_TOKENS: '16384' }).model).toEqual({
    ...endpoint,
    contextTokens: 16_384,
  })
})

it.each([
  [{ FOOTNOTE_LLM_URL: 'http://127.0.0.1:1' }, /FOOTNOTE_LLM_MODEL must be set together/],
  [{ FOOTNOTE_LLM_KEY: 'sk-1…9' }, /FOOTNOTE_LLM_KEY must be one line of plain letters/],
  [{ FOOTNOTE_BRAVE_KEY: 'two\nlines' }, /FOOTNOTE_BRAVE_KEY must be one line/],
  [{ FOOTNOTE_CONTACT: 'jörg@example.com' }, /FOOTNOTE_CONTACT must be an e-mail address/],
  [{ FOOTNOTE_CONTACT: 'me' }, /FOOTNOTE_CONTACT must be an e-mail address/],
  [{ FOOTNOTE_EDGAR_URL: 'https://www.sec.gov' }, /FOOTNOTE_EDGAR_URL needs FOOTNOTE_CONTACT/],
  [{ FOOTNOTE_FETCH_NETWORKS: '10.0.0.0/8, intranet' }, /FOOTNOTE_FETCH_NETWORKS must be networks/],
  [{ FOOTNOTE_SEARXNG_URL: 'searx' }, /FOOTNOTE_SEARXNG_URL must be an http or https URL/],
])('refuses half a setting: %o', (env, problem) => {
  expect(() => readEngineConfig(env)).toThrow(problem)
})

it('reports every problem by name and never by value', () => {
  const read = () =>
    readEngineConfig({
      FOOTNOTE_ENGINE_PORT: 'secret',
      FOOTNOTE_ENGINE_DATABASE_URL: 'secret',
      FOOTNOTE_ENGINE_RUNS: '0',
    })
  expect(read).toThrow(
    /FOOTNOTE_ENGINE_PORT.*\n.*FOOTNOTE_ENGINE_DATABASE_URL.*\n.*FOOTNOTE_ENGINE_RUNS/,
  )
  expect(read).not.toThrow(/secret/)
})
