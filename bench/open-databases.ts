import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '@footnote/platform/database/connect'
import {
  type EmbeddedConnection,
  readConnection,
} from '@footnote/platform/database/embedded/connection'
import { startEmbeddedDatabase } from '@footnote/platform/database/embedded/start-embedded-database'
import { migrate } from '@footnote/platform/database/migrate'
import { MIGRATIONS } from '../server/src/database/migrations.ts'
import { createPayers } from './payers.ts'

export interface BenchDatabase {
  readonly connection: EmbeddedConnection
  readonly url: string
  readonly database: Database
  /** Of the payers in order; the first is the hot wallet's. */
  readonly keys: readonly string[]
}

export interface BenchDatabases {
  /** For the whole stack, where every charge must end captured. */
  readonly calls: BenchDatabase
  /** For debits alone, which nobody settles. */
  readonly debits: BenchDatabase
  /** For calls that stay open and tasks that never end. */
  readonly open: BenchDatabase
  close(): Promise<void>
}

/** One embedded server as the service runs it, every commit flushed, with a database per kind. */
export async function openDatabases({ payers = true } = {}): Promise<BenchDatabases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-bench-'))
  // Root's server runs as another user, who must be able to pass through to its own folder.
  await chmod(dataDir, 0o711)
  const log = { info() {}, warn: (text: string) => void process.stderr.write(`${text}\n`) }
  const server = await startEmbeddedDatabase({ dataDir, log })
  const superuser = await readConnection({ path: dataDir }, { home: dataDir, role: 'superuser' })
  const calls = await prepare({ ...superuser, database: 'footnote' }, payers)
  await calls.database.query('create database debits')
  const debits = await prepare({ ...superuser, database: 'debits' }, payers)
  await calls.database.query('create database open')
  const open = await prepare({ ...superuser, database: 'open' }, payers)
  return {
    calls,
    debits,
    open,
    async close() {
      await calls.database.end()
      await debits.database.end()
      await open.database.end()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function prepare(connection: EmbeddedConnection, payers: boolean): Promise<BenchDatabase> {
  await migrate(connection, { folder: MIGRATIONS })
  const database = connect(connection, { poolSize: 2 })
  const keys = payers ? await createPayers(database) : []
  return { connection, url: toUrl(connection), database, keys }
}

function toUrl({ host, port, user, password, database }: EmbeddedConnection): string {
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user
  url.password = password
  url.searchParams.set('host', host)
  return url.href
}
