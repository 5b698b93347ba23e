import { connect, type Database } from '@footnote/platform/database/connect'
import {
  type EmbeddedConnection,
  readConnection,
} from '@footnote/platform/database/embedded/connection'
import { startEmbeddedDatabase } from '@footnote/platform/database/embedded/start-embedded-database'
import { migrate } from '@footnote/platform/database/migrate'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { MIGRATIONS } from '../server/src/database/migrations.ts'
import { type StubStripe, startStubStripe } from '../server/src/testing/stubs/stub-stripe.ts'
import { type HostileUpstream, startHostileUpstream } from './hostile-upstream.ts'
import { createInstance, type Instance } from './instance.ts'
import { timeSettings } from './time-limits.ts'

/** Everything that a run takes place in. */
export interface World {
  readonly upstream: HostileUpstream
  readonly stripe: StubStripe
  readonly instances: readonly Instance[]
  /** Past all proxies. */
  readonly connection: EmbeddedConnection
  readonly database: Database
  /** Holds PostgreSQL's data. */
  readonly dataDir: string
  close(): Promise<void>
}

/** One PostgreSQL, one upstream, one payment provider, and so many instances, all well. */
export async function openWorld({ instances }: { instances: number }): Promise<World> {
  const resources = new AsyncDisposableStack()
  try {
    const folder = await makeTemporaryFolder()
    resources.defer(folder.remove)
    const server = await startEmbeddedDatabase({
      dataDir: folder.path,
      log: { info() {}, warn() {} },
      // Only the machine's own crash could tell. Commit times say what came first.
      settings: { fsync: 'off', max_connections: '200', track_commit_timestamp: 'on' },
    })
    resources.defer(server.stop)
    const superuser = await readConnection(folder, { home: folder.path, role: 'superuser' })
    const connection = { ...superuser, database: server.connection.database }
    await migrate(connection, { folder: MIGRATIONS })
    const database = connect(connection)
    resources.defer(() => database.end())
    const upstream = await startHostileUpstream()
    resources.defer(upstream.close)
    const stripe = await startStubStripe({ livemode: true })
    resources.defer(stripe.close)

    const settings = {
      ...timeSettings,
      ...stripe.settings,
      FOOTNOTE_UPSTREAM_URL: upstream.url,
      FOOTNOTE_SECRET: 'the secret of every instance here',
      FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR: '0',
    }
    const made = await Promise.all(
      Array.from({ length: instances }, async (_, index) => {
        const instance = await createInstance(`instance-${index + 1}`, {
          database: connection,
          settings,
        })
        resources.defer(instance.close)
        await instance.start()
        return instance
      }),
    )
    return {
      upstream,
      stripe,
      instances: made,
      connection,
      database,
      dataDir: folder.path,
      close: () => resources.disposeAsync(),
    }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}
