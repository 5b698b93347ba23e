import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerMain } from '../answer-main.ts'
import { readTreeCpuMs } from '../read-cpu.ts'

/** `footnote serve` as a process of its own, with so many workers. */
const LAUNCHER = fileURLToPath(new URL('../../server/bin/footnote.js', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'footnote-bench-workers-'))
let service: ReturnType<typeof spawn> | undefined

answerMain(
  {
    async listen({
      upstreamUrl,
      databaseUrl,
      workers,
    }: Readonly<Record<'upstreamUrl' | 'databaseUrl' | 'workers', string>>) {
      const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          FOOTNOTE_WORKERS: workers,
          FOOTNOTE_DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          FOOTNOTE_UPSTREAM_URL: upstreamUrl,
          FOOTNOTE_UPSTREAM_KEY: 'bench',
          FOOTNOTE_WEBSITE: 'off',
          FOOTNOTE_LOG_LEVEL: 'warn',
        },
      })
      service = child
      for await (const line of child.stdout
        .setEncoding('utf8')
        .iterator({ destroyOnReturn: false })) {
        const [, url] = /ready at (\S+)/.exec(String(line)) ?? []
        if (url !== undefined) return url
      }
      throw new Error('the service did not start')
    },
    cpu: () => readTreeCpuMs(service?.pid ?? 0),
  },
  {
    async close() {
      if (service?.exitCode === null) {
        service.kill('SIGTERM')
        await once(service, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  },
)
