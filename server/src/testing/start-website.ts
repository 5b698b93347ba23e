import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { readConfig } from '../config.ts'
import { listMail } from '../mail/list-mail.ts'
import type { Message } from '../mail/mailer.ts'
import { startService } from '../service.ts'
import { FAKE_ENGINE } from './fake-engine.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestWebsite extends TestDatabase {
  /** Where it listens, and the origin that its POSTs must come from. */
  readonly url: string
  readonly dataDir: string
  /** The latest message to an address; without SMTP, all of them stay in the outbox. */
  readMail(to: string): Promise<Message | undefined>
  /** Stops the service and starts it again, elsewhere, on the same database and folder. */
  restart(settings?: Record<string, string>): Promise<void>
  close(): Promise<void>
}

/**
 * The whole service with its website, as on a machine of one's own: loopback, no public address, mail
 * in the outbox, the page for test payments. Its engine answers as the stub upstream does.
 */
export async function startWebsite(settings: Record<string, string> = {}): Promise<TestWebsite> {
  const testDatabase = await createTestDatabase()
  const folder = await makeTemporaryFolder()

  function start(more: Record<string, string>) {
    const config = readConfig({
      PORT: '0',
      FOOTNOTE_DATA_DIR: folder.path,
      DATABASE_URL: testDatabase.url,
      FOOTNOTE_SWEEP_SECONDS: '0.05',
      ...settings,
      ...more,
    })
    return startService(config, { log: createLog('silent'), engineCommand: FAKE_ENGINE })
  }

  let service = await start({})
  return {
    ...testDatabase,
    get url() {
      return service.url
    },
    dataDir: folder.path,
    async readMail(to) {
      const [latest] = await listMail(testDatabase.database, { recipient: to, limit: 1 })
      return latest && { to: latest.recipient, subject: latest.subject, text: latest.body }
    },
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
