import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@footnote/platform/log'
import { readConfig } from '../../config.ts'
import { type Service, startService } from '../../service.ts'
import { SHARED_SECRET } from './test-service.ts'

/** Starts a second service on the same database with its own folder, like another process. */
export async function startAnotherService(
  { url, upstream }: { url: string; upstream: { url: string } },
  settings: Record<string, string> = {},
): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-test-'))
  const config = readConfig({
    PORT: '0',
    FOOTNOTE_DATA_DIR: dataDir,
    FOOTNOTE_SECRET: SHARED_SECRET,
    DATABASE_URL: url,
    FOOTNOTE_UPSTREAM_URL: upstream.url,
    FOOTNOTE_WEBSITE: 'off',
    FOOTNOTE_UPSTREAM_KEY: 'upstream-key',
    FOOTNOTE_SHED_DELAY_MILLISECONDS: '0',
    ...settings,
  })
  const service = await startService(config, { log: createLog('silent') })
  return {
    ...service,
    async stop() {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
