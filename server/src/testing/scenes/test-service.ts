import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { readConfig } from '../../config.ts'
import { type Service, startService } from '../../service.ts'
import { type StubUpstream, startStubUpstream } from '../stubs/stub-upstream.ts'
import { createPayer, type Payer } from './create-payer.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestService extends TestDatabase {
  readonly upstream: StubUpstream
  readonly service: Service
  readonly dataDir: string
  /** An account with money and its key. */
  createPayer(usd?: string): Promise<Payer>
  close(): Promise<void>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any
}

/** Secret that instances on one database must share. */
export const SHARED_SECRET = 'the secret of all test services.'

/** The whole service over real HTTP, on its own database, with a stub upstream. */
export async function startTestService(
  settings: Record<string, string> = {},
  options: { readonly delayMs?: () => number } = {},
): Promise<TestService> {
  const testDatabase = await createTestDatabase()
  const upstream = await startStubUpstream()
  const folder = await makeTemporaryFolder()
  const config = readConfig({
    PORT: '0',
    FOOTNOTE_DATA_DIR: folder.path,
    DATABASE_URL: testDatabase.url,
    FOOTNOTE_UPSTREAM_URL: upstream.url,
    FOOTNOTE_WEBSITE: 'off',
    FOOTNOTE_UPSTREAM_KEY: 'upstream-key',
    FOOTNOTE_SECRET: SHARED_SECRET,
    FOOTNOTE_SWEEP_SECONDS: '0.25',
    // On a busy machine, calls that a test holds back look as if they would take long, and any test as overload.
    FOOTNOTE_QUEUE_SECONDS: '600',
    FOOTNOTE_SHED_DELAY_MILLISECONDS: '0',
    ...settings,
  })
  const service = await startService(config, { log: createLog('silent'), ...options })
  return {
    ...testDatabase,
    upstream,
    service,
    dataDir: folder.path,
    createPayer: (usd = '10') => createPayer(testDatabase.database, usd),
    async close() {
      await service.stop()
      await upstream.close()
      await testDatabase.drop()
      await folder.remove()
    },
  }
}

export async function post(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return send(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export async function get(url: string, key: string): Promise<Reply> {
  return send(url, { headers: { authorization: `Bearer ${key}` } })
}

export async function send(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
