import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { readConfig } from '../../config.ts'
import type { Message } from '../../mail/mailer.ts'
import { startService } from '../../service.ts'
import { FAKE_ENGINE, forwardingEngine } from '../stubs/fake-engine.ts'
import type { StubUpstream } from '../stubs/stub-upstream.ts'
import { readMail } from './read-mail.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestWebsite extends TestDatabase {
  /** Its address, which is also the origin of its POSTs. */
  readonly url: string
  readonly dataDir: string
  /** Returns the latest message to an address; without SMTP, all of them stay in the outbox. */
  readMail(to: string, subject?: string): Promise<Message | undefined>
  /** Stops the service and starts it again on another port, on the same database and folder. */
  restart(settings?: Record<string, string>): Promise<void>
  close(): Promise<void>
}

/**
 * The whole service with its website, in local mode: loopback, no public address, mail in the
 * outbox, the page for test payments. Its engine answers like the stub upstream; with one given, it
 * passes everything on to that, which the test closes itself.
 */
export async function startWebsite(
  settings: Readonly<Record<string, string>> = {},
  { upstream }: { upstream?: StubUpstream | undefined } = {},
): Promise<TestWebsite> {
  const testDatabase = await createTestDatabase()
  const folder = await makeTemporaryFolder()

  function start(more: Record<string, string>) {
    const config = readConfig({
      PORT: '0',
      FOOTNOTE_DATA_DIR: folder.path,
      DATABASE_URL: testDatabase.url,
      FOOTNOTE_SWEEP_SECONDS: '0.25',
      FOOTNOTE_SHED_DELAY_MILLISECONDS: '0',
      FOOTNOTE_WELCOME_CREDIT_USD: '0',
      ...settings,
      ...more,
    })
    const engineCommand = upstream ? forwardingEngine(upstream) : FAKE_ENGINE
    return startService(config, { log: createLog('silent'), engineCommand })
  }

  let service = await start({})
  return {
    ...testDatabase,
    get url() {
      return service.url
    },
    dataDir: folder.path,
    readMail: (to, subject) => readMail(testDatabase.database, to, subject),
    async restart(more = {}) {
      await service.stop()
      service = await start(more)
    },
    async close() {
      await service.stop()
      const { database, connection } = testDatabase
      await database.query(`drop database if exists ${connection.database}_engine with (force)`)
      await testDatabase.drop()
      await folder.remove()
    },
  }
}
