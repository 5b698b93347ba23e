import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@footnote/platform/database/connect'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { onTestFinished } from 'vitest'
import { type SpawnedEngine, spawnEngine } from './spawn-engine.ts'

export interface CrashScene {
  readonly database: Database
  /** One more engine process, in the first one's data folder unless the settings name another. */
  spawn(settings?: Readonly<Record<string, string>>): Promise<SpawnedEngine>
  makeFolder(): Promise<string>
  /** Waits until an engine of the first data folder is at work on what it never ends. */
  blocked(): Promise<unknown>
}

/** Engines as processes of their own on one database, until the test is over. */
export async function openCrashScene(): Promise<CrashScene> {
  const { url, database, drop } = await createEmptyTestDatabase()
  onTestFinished(drop)
  const dataDir = await makeFolder()
  return {
    database,
    async spawn(settings = {}) {
      const engine = await spawnEngine({
        FOOTNOTE_ENGINE_DATABASE_URL: url,
        FOOTNOTE_DATA_DIR: dataDir,
        FOOTNOTE_ENGINE_KEYS_DIR: join(dataDir, 'keys'),
        ...settings,
      })
      onTestFinished(engine.kill)
      return engine
    },
    makeFolder,
    blocked: () => waitFor('the run to begin', () => existsSync(join(dataDir, 'blocked'))),
  }
}

async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}
