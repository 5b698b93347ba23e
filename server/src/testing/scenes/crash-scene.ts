import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { auditDatabase } from '../../wallet/audit.ts'
import type { Settings, SpawnOptions } from '../processes/run-footnote.ts'
import { type SpawnedService, spawnService } from '../processes/spawn-service.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../stubs/database-proxy.ts'
import { answerWell, type StubUpstream, startStubUpstream } from '../stubs/stub-upstream.ts'
import { type CrashPayer, createCrashPayer } from './crash-payer.ts'
import { createTestDatabase } from './test-database.ts'

export interface CrashScene extends TestDatabase {
  readonly upstream: StubUpstream
  /** The service's connections to the database go through this proxy; the tests' own do not. */
  readonly proxy: DatabaseProxy
  /** The running process, which payers call. */
  readonly service: SpawnedService
  createPayer(): Promise<CrashPayer>
  /** Starts one more process on the same database. */
  spawn(settings: Settings): Promise<SpawnedService>
  /** Kills the running process, then starts a new one on the same database and data folder. */
  restart(settings?: Settings): Promise<void>
  /** Ends every connection of the service, as a crash of PostgreSQL does: open statements are rolled back. */
  endConnections(): Promise<void>
  close(): Promise<void>
}

/** A spawned service, all of whose surroundings a test can break. */
async function openCrashScene(
  settings: Settings = {},
  options: Pick<SpawnOptions, 'openFiles'> = {},
): Promise<CrashScene> {
  const testDatabase = await createTestDatabase()
  const upstream = await startStubUpstream()
  const proxy = await startDatabaseProxy(testDatabase.connection)
  const folder = await makeTemporaryFolder()
  const spawned: SpawnedService[] = []

  async function spawn(more: Settings): Promise<SpawnedService> {
    const scene = {
      FOOTNOTE_DATA_DIR: folder.path,
      DATABASE_URL: proxy.url,
      FOOTNOTE_UPSTREAM_URL: upstream.url,
      FOOTNOTE_WEBSITE: 'off',
      FOOTNOTE_SWEEP_SECONDS: '0.25',
    }
    const service = await spawnService({ ...scene, ...settings, ...more }, options)
    spawned.push(service)
    return service
  }

  let service = await spawn({})
  return {
    ...testDatabase,
    upstream,
    proxy,
    get service() {
      return service
    },
    createPayer: () => createCrashPayer(testDatabase.database, () => service.url),
    spawn,
    async restart(more = {}) {
      await service.kill()
      service = await spawn(more)
    },
    async endConnections() {
      await testDatabase.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'footnote'
           and pid <> pg_backend_pid()`,
      )
    },
    async close() {
      await Promise.all(spawned.map(process => process.kill()))
      await proxy.close()
      await upstream.close()
      await testDatabase.drop()
      await folder.remove()
    },
  }
}

/** One scene for all tests of a block, repaired before each; its books hold after each. */
export function useCrashScene(
  settings: Settings = {},
  options: Pick<SpawnOptions, 'openFiles'> = {},
): { readonly scene: CrashScene } {
  let opened: CrashScene | undefined
  const scene = () => {
    if (!opened) throw new Error('the scene is open only while tests run')
    return opened
  }
  beforeAll(async () => {
    opened = await openCrashScene(settings, options)
  })
  beforeEach(() => {
    scene().proxy.mend()
    scene().upstream.handler = answerWell
    scene().upstream.requests.length = 0
  })
  afterEach(async () => {
    expect(await auditDatabase(scene().connection)).toEqual([])
  })
  afterAll(() => opened?.close())
  return {
    get scene() {
      return scene()
    },
  }
}
