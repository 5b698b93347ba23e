import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Database } from '@footnote/platform/database/connect'
import {
  type EmbeddedConnection,
  readConnection,
} from '@footnote/platform/database/embedded/connection'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { Settings } from '../processes/run-footnote.ts'
import { type SpawnedService, spawnService } from '../processes/spawn-service.ts'
import { type StubUpstream, startStubUpstream } from '../stubs/stub-upstream.ts'
import { type CrashPayer, createCrashPayer } from './crash-payer.ts'
import { fillLibrary } from './fill-library.ts'

export interface EmbeddedScene {
  readonly dataDir: string
  /** Settings by which operator commands find this scene. */
  readonly settings: Settings
  readonly upstream: StubUpstream
  readonly service: SpawnedService
  /** Connects as the superuser, since tests need more rights than the service has. */
  readonly connection: EmbeddedConnection
  /** The tests' own pool, which reconnects after the database was killed. */
  readonly database: Database
  createPayer(): Promise<CrashPayer>
  readDatabasePid(): Promise<number>
  /** Starts the service again on the same folder, after kill -9 unless it has ended by itself. */
  restart(settings?: Settings): Promise<void>
  close(): Promise<void>
}

/**
 * A spawned service with its embedded database, in a fresh data folder. The service leads its own
 * process group, so that a test can simulate Ctrl-C. Its engine, if any, finds its library made, unless the
 * test is about the first start.
 */
export async function openEmbeddedScene(
  more: Settings = {},
  { hasLibrary = true } = {},
): Promise<EmbeddedScene> {
  const folder = await makeTemporaryFolder()
  const upstream = await startStubUpstream()
  const settings: Settings = {
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_UPSTREAM_URL: upstream.url,
    FOOTNOTE_WEBSITE: 'off',
    FOOTNOTE_SWEEP_SECONDS: '0.25',
    ...more,
  }
  if (hasLibrary && settings['FOOTNOTE_UPSTREAM_URL'] === '') await fillLibrary(folder.path)
  let service = await spawnService(settings, { detached: true })
  const superuser = await readConnection(folder, { home: folder.path, role: 'superuser' })
  const connection = { ...superuser, database: 'footnote' }
  const database = connect(connection)
  return {
    dataDir: folder.path,
    settings,
    upstream,
    get service() {
      return service
    },
    connection,
    database,
    createPayer: () => createCrashPayer(database, () => service.url),
    async readDatabasePid() {
      const file = await readFile(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8')
      return Number.parseInt(file, 10)
    },
    async restart(again = {}) {
      await service.kill()
      service = await spawnService({ ...settings, ...again }, { detached: true })
    },
    async close() {
      await database.end()
      await service.kill()
      await upstream.close()
      await folder.remove()
    },
  }
}
