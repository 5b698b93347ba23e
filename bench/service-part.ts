import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@footnote/platform/log'
import { readConfig } from '../server/src/config.ts'
import { type Service, startService } from '../server/src/service.ts'
import { answerMain } from './answer-main.ts'

/** The service as it is delivered. */
const dataDir = await mkdtemp(join(tmpdir(), 'footnote-bench-service-'))
let service: Service | undefined

answerMain(
  {
    async listen({
      upstreamUrl,
      databaseUrl,
      settings = {},
    }: {
      upstreamUrl: string
      databaseUrl: string
      settings?: Readonly<Record<string, string>>
    }) {
      const config = readConfig({
        PORT: '0',
        FOOTNOTE_DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        FOOTNOTE_UPSTREAM_URL: upstreamUrl,
        FOOTNOTE_WEBSITE: 'off',
        FOOTNOTE_UPSTREAM_KEY: 'bench',
        ...settings,
      })
      service = await startService(config, { log: createLog('warn') })
      return service.url
    },
  },
  {
    async close() {
      await service?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  },
)
