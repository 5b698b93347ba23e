import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../database/embedded/start-embedded-database.ts'
import { migrate } from '../database/migrate.ts'
import { TEMPLATE } from './template.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: pg.ClientConfig
  }
}

/** One real PostgreSQL for the whole run; each test file clones its own database from a template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTemporaryFolder()
  const database = await startEmbeddedDatabase({
    dataDir: folder.path,
    log: { info() {}, warn() {} },
    // Only the machine's own crash could tell; what a killed process leaves is the same.
    settings: { fsync: 'off', max_connections: '300' },
  })
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate({ ...database.connection, database: TEMPLATE })
  project.provide('server', database.connection)
  return async () => {
    await database.stop()
    await folder.remove()
  }
}
