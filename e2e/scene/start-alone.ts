import { connect, type Database } from '@footnote/platform/database/connect'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import { readConnection } from '@footnote/platform/database/embedded/connection'
import { startEmbeddedDatabase } from '@footnote/platform/database/embedded/start-embedded-database'
import { migrate } from '@footnote/platform/database/migrate'
import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { readConfig } from '../../server/src/config.ts'
import { MIGRATIONS } from '../../server/src/database/migrations.ts'
import type { Message } from '../../server/src/mail/mailer.ts'
import { listMail } from '../../server/src/mail/outbox.ts'
import { startService } from '../../server/src/service.ts'
import { FAKE_ENGINE } from '../../server/src/testing/stubs/fake-engine.ts'
import { ensurePage } from './ensure-page.ts'

export interface LoneWebsite extends AsyncDisposable {
  readonly url: string
  readonly database: Database
  readMail(to: string): Promise<Message | undefined>
}

/** Starts the whole service with its own database, outside a test run. */
export async function startAlone(): Promise<LoneWebsite> {
  await using starting = new AsyncDisposableStack()
  await ensurePage()
  const folder = await makeTemporaryFolder()
  starting.defer(folder.remove)
  const server = await startEmbeddedDatabase({
    dataDir: folder.path,
    log: { info() {}, warn() {} },
    settings: { fsync: 'off' },
  })
  starting.defer(server.stop)
  const superuser = await readConnection(folder, { home: folder.path, role: 'superuser' })
  const connection = { ...superuser, database: server.connection.database }
  await migrate(connection, { folder: MIGRATIONS })
  const database = connect(connection)
  starting.defer(() => database.end())
  const databaseUrl = connectionUrl(connection)
  const config = readConfig({
    PORT: '0',
    FOOTNOTE_DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl,
    FOOTNOTE_SHED_DELAY_MILLISECONDS: '0',
    FOOTNOTE_WELCOME_CREDIT_USD: '0',
  })
  const log = createLog('silent')
  const service = await startService(config, { log, engineCommand: FAKE_ENGINE })
  starting.defer(service.stop)
  const started = starting.move()
  return {
    url: service.url,
    database,
    async readMail(to) {
      const [latest] = await listMail(database, { recipient: to, limit: 1 })
      return latest && { to, subject: latest.subject, text: latest.body }
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
