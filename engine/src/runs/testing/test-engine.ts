import { join } from 'node:path'
import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import {
  createEmptyTestDatabase,
  type TestDatabase,
} from '@footnote/platform/testing/test-database'
import { onTestFinished } from 'vitest'
import { type EngineConfig, readEngineConfig } from '../../config.ts'
import { type Engine, startEngine } from '../../engine.ts'
import type { Research } from '../../research.ts'
import { createClient, type EngineClient, KEY } from './engine-client.ts'
import { goodResult } from './good-result.ts'
import { noPages } from './no-pages.ts'

export interface TestEngine extends EngineClient, Engine {
  readonly config: EngineConfig
  readonly database: TestDatabase['database']
}

export const answerWell: Research = async () => goodResult

/** An engine on a database and a folder of its own, until the test is over. */
export async function startTestEngine(
  research: Research = answerWell,
  more: Partial<EngineConfig> = {},
): Promise<TestEngine> {
  const { database, url, drop } = await createEmptyTestDatabase()
  onTestFinished(drop)
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const config: EngineConfig = {
    ...readEngineConfig({
      FOOTNOTE_ENGINE_PORT: '0',
      FOOTNOTE_DATA_DIR: folder.path,
      FOOTNOTE_ENGINE_KEYS_DIR: join(folder.path, 'keys'),
      FOOTNOTE_ENGINE_DATABASE_URL: url,
      FOOTNOTE_ENGINE_KEY: KEY,
      FOOTNOTE_DRAIN_SECONDS: '0',
    }),
    ...more,
  }
  return { ...(await startAnotherEngine(config, research)), config, database }
}

/** One more engine, on what another one runs on or has run on. */
export async function startAnotherEngine(
  config: EngineConfig,
  research: Research = answerWell,
): Promise<EngineClient & Engine> {
  const engine = await startEngine(config, { log: createLog('silent'), research, pages: noPages })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= engine.stop()
    return stopping
  }
  onTestFinished(stop)
  return { ...engine, ...createClient(engine.url), stop }
}
