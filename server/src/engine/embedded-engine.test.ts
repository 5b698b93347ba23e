import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { isRunning } from '../testing/processes/is-running.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { FAKE_ENGINE } from '../testing/stubs/fake-engine.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts'

let test: TestDatabase
let dataDir: string
let removeFolder: () => Promise<void>
beforeAll(async () => {
  test = await createTestDatabase()
  const folder = await makeTemporaryFolder()
  dataDir = folder.path
  removeFolder = folder.remove
})
afterAll(async () => {
  await test.database.query(`drop database if exists ${test.connection.database}_engine`)
  await test.drop()
  await removeFolder()
})

function createEngine(
  settings: Record<string, string> = {},
  command: readonly string[] = FAKE_ENGINE,
): EmbeddedEngine {
  const config = readConfig({ FOOTNOTE_DATA_DIR: dataDir, ...settings })
  const engine = createEmbeddedEngine(
    { connection: test.connection },
    { config, log: createLog('silent'), command },
  )
  onTestFinished(() => engine.stop())
  return engine
}

interface About {
  readonly pid: number
  readonly env: Readonly<Record<string, string>>
}

async function about({ address }: EmbeddedEngine): Promise<About | undefined> {
  const headers = { 'x-api-key': address?.apiKey ?? '' }
  const reply = await fetch(`${address?.url}/about`, { headers }).catch(() => undefined)
  return reply?.status === 200 ? ((await reply.json()) as About) : undefined
}

it('starts once, however many need it, and has no address before', async () => {
  const engine = createEngine()
  expect(engine.address).toBeUndefined()
  const [first, second] = await Promise.all([engine.start(), engine.start()])
  expect(second).toBe(first)
  expect(engine.address).toBe(first)
  const told = await about(engine)
  expect(await isRunning(told?.pid ?? 0)).toBe(true)
  await engine.stop()
  expect(await isRunning(told?.pid ?? 0)).toBe(false)
})

it('sees its own settings and none of the service’s', async () => {
  const secrets = {
    DATABASE_URL: 'postgres://service:sesame@database.example/footnote',
    FOOTNOTE_ENGINE_DATABASE_URL: test.url,
    FOOTNOTE_UPSTREAM_URL: 'https://upstream.example',
    FOOTNOTE_UPSTREAM_KEY: 'sesame',
    FOOTNOTE_ENGINE_KEY: 'sesame',
    PGPASSWORD: 'sesame',
    STRIPE_KEY: 'sesame',
  }
  const engine = createEngine({
    ...secrets,
    PATH: '/bin',
    HOME: '/home/somebody',
    FOOTNOTE_LOG_LEVEL: 'warn',
    FOOTNOTE_LIBRARY_DIR: `${dataDir}/elsewhere`,
    FOOTNOTE_ENGINE_KEYS_DIR: `${dataDir}/sealed`,
  })
  const { apiKey } = await engine.start()
  const { env } = (await about(engine)) ?? {}
  expect(env).toMatchObject({
    PATH: '/bin',
    HOME: '/home/somebody',
    FOOTNOTE_DATA_DIR: dataDir,
    FOOTNOTE_LOG_LEVEL: 'warn',
    FOOTNOTE_LIBRARY_DIR: `${dataDir}/elsewhere`,
    FOOTNOTE_ENGINE_KEYS_DIR: `${dataDir}/sealed`,
    FOOTNOTE_ENGINE_PORT: '0',
    FOOTNOTE_ENGINE_HOST: '127.0.0.1',
    FOOTNOTE_ENGINE_KEY: apiKey,
  })
  expect(apiKey).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(env)).not.toContain('sesame')
  expect(env).not.toHaveProperty('DATABASE_URL')
  expect(env).not.toHaveProperty('FOOTNOTE_UPSTREAM_URL')
})

it('has its own database beside the service’s, or the configured one', async () => {
  const beside = createEngine()
  await beside.start()
  const url = new URL((await about(beside))?.env['FOOTNOTE_ENGINE_DATABASE_URL'] ?? '')
  expect(url.pathname).toBe(`/${test.connection.database}_engine`)
  const { rowCount } = await test.database.query('select from pg_database where datname = $1', [
    `${test.connection.database}_engine`,
  ])
  expect(rowCount).toBe(1)

  const told = createEngine({ FOOTNOTE_ENGINE_DATABASE_URL: test.url })
  await told.start()
  const env = (await about(told))?.env
  expect(env?.['FOOTNOTE_ENGINE_DATABASE_URL']).toBe(test.url)
})

it('comes back at the same address with the same key after kill -9', async () => {
  const engine = createEngine()
  const address = await engine.start()
  const { pid = 0 } = (await about(engine)) ?? {}
  process.kill(pid, 'SIGKILL')
  const again = await waitFor('another process', async () => {
    const told = await about(engine)
    return told !== undefined && told.pid !== pid && told
  })
  expect(again.env['FOOTNOTE_ENGINE_PORT']).toBe(new URL(address.url).port)
  expect(engine.address).toBe(address)
})

it('can be started again after a failed start, but not after its stop', async () => {
  const engine = createEngine({}, [process.execPath, '-e', ''])
  await expect(engine.start()).rejects.toThrow('exit code 0')
  await expect(engine.start()).rejects.toThrow('exit code 0')
  await engine.stop()
  await expect(engine.start()).rejects.toThrow('the service is stopping')
})

it('stops even during its start', async () => {
  const engine = createEngine({}, [process.execPath, '-e', 'setInterval(() => {}, 60_000)'])
  const start = expect(engine.start()).rejects.toThrow()
  await engine.stop()
  await start
})
