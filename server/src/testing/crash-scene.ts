import { createPayer, type Payer } from './create-payer.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import type { Settings } from './run-footnote.ts'
import { type SpawnedService, spawnService } from './spawn-service.ts'
import { type StubUpstream, startStubUpstream } from './stub-upstream.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { post, type Reply } from './test-service.ts'

export interface CrashScene extends TestDatabase {
  readonly upstream: StubUpstream
  /** All that the service says to the database goes through here; the tests' own words do not. */
  readonly proxy: DatabaseProxy
  /** The process that runs now. */
  readonly service: SpawnedService
  createPayer(): Promise<Payer>
  /** Starts one more process on the same database and, unless told otherwise, the same folder. */
  spawn(settings?: Settings): Promise<SpawnedService>
  /** kill -9 of what runs, then a new process on the same database and folder. */
  restart(): Promise<void>
  /** What the caller gets; undefined when the connection breaks before there is a reply. */
  post(path: string, key: string, body: object): Promise<Reply | undefined>
  close(): Promise<void>
}

/** A spawned service, all of whose surroundings a test can break. Each payer has 10 USD. */
export async function openCrashScene(settings: Settings = {}): Promise<CrashScene> {
  const testDatabase = await createTestDatabase()
  const upstream = await startStubUpstream()
  const proxy = await startDatabaseProxy(testDatabase.connection)
  const folder = await makeTemporaryFolder()
  const spawned: SpawnedService[] = []

  async function spawn(more: Settings = {}): Promise<SpawnedService> {
    const service = await spawnService({
      FOOTNOTE_DATA_DIR: folder.path,
      DATABASE_URL: proxy.url,
      FOOTNOTE_UPSTREAM_URL: upstream.url,
      FOOTNOTE_SWEEP_SECONDS: '0.05',
      ...settings,
      ...more,
    })
    spawned.push(service)
    return service
  }

  let service = await spawn()
  return {
    ...testDatabase,
    upstream,
    proxy,
    get service() {
      return service
    },
    createPayer: () => createPayer(testDatabase.database, '10'),
    spawn,
    async restart() {
      await service.kill()
      service = await spawn()
    },
    post: (path, key, body) => post(`${service.url}${path}`, key, body).catch(() => undefined),
    async close() {
      await Promise.all(spawned.map(process => process.kill()))
      await proxy.close()
      await upstream.close()
      await testDatabase.drop()
      await folder.remove()
    },
  }
}
