import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectAlone } from '../database/connect.ts'
import { type EmbeddedConnection, readConnection } from '../database/embedded/connection.ts'
import { startEmbeddedDatabase } from '../database/embedded/start-embedded-database.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { useMemory } from './use-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: pg.ClientConfig
  }
}

/** One real PostgreSQL for the whole run, on which each test file makes databases of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await openCompileCache()
  useMemory()
  const folder = await makeTemporaryFolder()
  const database = await startEmbeddedDatabase({
    dataDir: folder.path,
    log: { info() {}, warn() {} },
    // Only the machine's own crash could tell; what a killed process leaves is the same.
    settings: {
      fsync: 'off',
      // Each clone of a database makes a checkpoint, after which whole pages would be logged again.
      full_page_writes: 'off',
      autovacuum: 'off',
      max_connections: '300',
    },
  })
  // Tests create databases and end connections, which the service's own role may not do.
  const superuser = await readConnection(folder, { home: folder.path, role: 'superuser' })
  await simplifyPassword(superuser)
  project.provide('server', superuser)
  return async () => {
    await database.stop()
    await folder.remove()
  }
}

/** Spares the thousands of connections of a run half of their work, which is to hash the password often. */
async function simplifyPassword(superuser: EmbeddedConnection): Promise<void> {
  const client = await connectAlone({ ...superuser, database: 'postgres' })
  await client.query('set scram_iterations = 1')
  const { rows } = await client.query('select format($1, $2::text, $3::text) as statement', [
    'alter role %I password %L',
    superuser.user,
    superuser.password,
  ])
  await client.query(rows[0].statement)
  await client.end()
}

/**
 * Lets all processes and threads of a run share compiled code, those of the engine's own user too. Otherwise
 * each of them would compile its code again.
 */
async function openCompileCache(): Promise<void> {
  const path = join(tmpdir(), 'node-compile-cache')
  await mkdir(path, { recursive: true })
  if (process.getuid?.() === 0) await chmod(path, 0o1777)
  process.env['NODE_COMPILE_CACHE'] = path
}
