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
    keysDir: '.footnote/keys',
    callsAtOnce: 8,
    runsAtOnce: 2,
    leaseMs: 15_000,
    drainMs: 30_000,
    logLevel: 'info',
  })
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
