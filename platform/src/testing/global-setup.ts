import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConnection } from '../database/embedded/connection.ts'
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
    settings: { fsync: 'off', max_connections: '300' },
  })
  // Tests create databases and end connections, which the service's own role may not do.
  const superuser = await readConnection(folder, { home: folder.path, role: 'superuser' })
  project.provide('server', superuser)
  return async () => {
    await database.stop()
    await folder.remove()
  }
}

/**
 * Lets the engine's own user keep compiled code in the folder that test processes share. Otherwise every engine
 * that a test starts compiles its code again.
 */
async function openCompileCache(): Promise<void> {
  const path = join(tmpdir(), 'node-compile-cache')
  await mkdir(path, { recursive: true })
  if (process.getuid?.() === 0) await chmod(path, 0o1777)
}
