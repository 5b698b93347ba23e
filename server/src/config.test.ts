import { engineSettings } from '@footnote/engine/config'
import { expect, it } from 'vitest'
import { ConfigError, findUnknownSettings, readConfig, settings } from './config.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}

it('works without any setting, with the documented defaults', () => {
  expect(readConfig({})).toEqual({
    port: 8787,
    host: '127.0.0.1',
    dataDir: '.footnote',
    databaseUrl: undefined,
    upstream: undefined,
    engine: { databaseUrl: undefined, environment: {} },
    publicUrl: undefined,
    logLevel: 'info',
    drainMs: 30_000,
    timeLimits: {
      answerMs: 60_000,
      researchLiteMs: 60_000,
      researchStandardMs: 180_000,
      financeMs: 420_000,
      submitMs: 60_000,
      pollMs: 30_000,
      settleGraceMs: 30_000,
      taskLifetimeMs: 86_400_000,
      taskVerdictMs: 900_000,
      taskMissingMs: 180_000,
      sweepMs: 1_000,
      leaseMs: 15_000,
      breakerMs: 5_000,
    },
  })
})

it('takes an empty or blank setting for one that is not there', () => {
  const blank = Object.fromEntries(settings.map(({ name }) => [name, ' ']))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

it('hands the engine what is its own, and nothing that might be a secret', () => {
  const own = {
    FOOTNOTE_LIBRARY_DIR: '/library',
    FOOTNOTE_ENGINE_KEYS_DIR: '/keys',
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy.example',
  }
  const { engine } = readConfig({
    ...own,
    DATABASE_URL: 'postgres://u:p@h/db',
    FOOTNOTE_UPSTREAM_URL: 'https://upstream.example',
    FOOTNOTE_UPSTREAM_KEY: 'sesame',
    FOOTNOTE_ENGINE_DATABASE_URL: 'postgres://u:p@h/engine',
    AWS_SECRET_ACCESS_KEY: 'sesame',
  })
  expect(engine).toEqual({ databaseUrl: 'postgres://u:p@h/engine', environment: own })
})

it('reads every setting, and does so exactly', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    FOOTNOTE_DATA_DIR: '/data',
    DATABASE_URL: 'postgresql://u:p@%2Frun%2Fpostgresql/db',
    FOOTNOTE_UPSTREAM_URL: 'https://upstream.example/base//',
    FOOTNOTE_UPSTREAM_KEY: ' key ',
    FOOTNOTE_PUBLIC_URL: 'https://footnote.example/',
    FOOTNOTE_LOG_LEVEL: 'silent',
    FOOTNOTE_DRAIN_SECONDS: '0',
    FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '0.25',
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    dataDir: '/data',
    databaseUrl: 'postgresql://u:p@%2Frun%2Fpostgresql/db',
    upstream: { url: 'https://upstream.example/base', apiKey: 'key' },
    publicUrl: 'https://footnote.example',
    logLevel: 'silent',
    drainMs: 0,
    timeLimits: { answerMs: 250 },
  })
})

it('knows every setting of the engine, and passes on what is not the service’s to decide', () => {
  const all = Object.fromEntries(engineSettings.map(({ name }) => [name, '1']))
  expect(findUnknownSettings({ ...all, FOOTNOTE_ENGINE_CALS: '1' })).toEqual([
    'FOOTNOTE_ENGINE_CALS',
  ])
  const decided = ['FOOTNOTE_ENGINE_PORT', 'FOOTNOTE_ENGINE_HOST', 'FOOTNOTE_ENGINE_KEY']
  const own = settings.map(({ name }) => name)
  const { environment } = readConfig({
    ...all,
    FOOTNOTE_LOG_LEVEL: 'info',
    FOOTNOTE_ENGINE_DATABASE_URL: 'postgres://u:p@h/db',
  }).engine
  expect(Object.keys(environment).sort()).toEqual(
    Object.keys(all)
      .filter(name => ![...decided, ...own].includes(name))
      .sort(),
  )
})

it('reports every problem at once, by name and never by value', () => {
  const bad = Object.fromEntries(settings.map(({ name }) => [name, 'sesame']))
  const problems = problemsOf(bad)
  const anything = ['HOST', 'FOOTNOTE_DATA_DIR', 'FOOTNOTE_UPSTREAM_KEY']
  const expected = settings.map(({ name }) => name).filter(name => !anything.includes(name))
  expect(problems.map(problem => problem.split(' ')[0]).sort()).toEqual(expected.sort())
  expect(problems.join()).not.toContain('sesame')
})

it.each([
  ['PORT', '80.5', 'PORT must be a whole number'],
  ['PORT', '65536', 'PORT must be a number from 0 to 65535'],
  ['PORT', '-1', 'PORT must be a number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://u:p@h/db', 'DATABASE_URL must be a postgres:// URL'],
  ['DATABASE_URL', 'postgres://u:p@h:port/db', 'DATABASE_URL must be a postgres:// URL'],
  ['FOOTNOTE_UPSTREAM_URL', 'ftp://h', 'FOOTNOTE_UPSTREAM_URL must be an http or https URL'],
  ['FOOTNOTE_DRAIN_SECONDS', 'Infinity', 'FOOTNOTE_DRAIN_SECONDS must be a number from 0 to 3600'],
])('refuses %s=%s', (name, value, problem) => {
  expect(problemsOf({ [name]: value })).toEqual([problem])
})

it('refuses time limits of zero, and those that a timer cannot hold', () => {
  const name = 'FOOTNOTE_FINANCE_TIMEOUT_SECONDS'
  const problem = `${name} must be a number from 0.001 to 1036800`
  expect(problemsOf({ [name]: '0' })).toEqual([problem])
  expect(problemsOf({ [name]: '2592000' })).toEqual([problem])
  const { financeMs } = readConfig({ [name]: '1036800' }).timeLimits
  expect(2 * financeMs).toBeLessThan(2 ** 31)
})

it('refuses a key for an upstream that is not named', () => {
  expect(problemsOf({ FOOTNOTE_UPSTREAM_KEY: 'sesame' })).toEqual([
    'FOOTNOTE_UPSTREAM_KEY is set, but FOOTNOTE_UPSTREAM_URL is not',
  ])
})
