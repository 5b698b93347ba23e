import { setTimeout as delay } from 'node:timers/promises'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type pg from 'pg'
import { type SpawnedService, spawnService } from '../server/src/testing/processes/spawn-service.ts'
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from '../server/src/testing/stubs/database-proxy.ts'

/** One process of an instance, from its start to its end. */
export interface Life {
  readonly name: string
  readonly url: string
  /** How it ended, and when; undefined while it runs. */
  end?: { readonly how: string; readonly at: number }
  output(): string
}

/** A place where the service runs, with its own folder and its own line to the database. */
export interface Instance {
  readonly name: string
  readonly proxy: DatabaseProxy
  /** The running process. */
  readonly life: Life | undefined
  readonly lives: readonly Life[]
  /** Output of failed starts, for example without a database. */
  readonly failedStarts: readonly string[]
  /** Violations: a process that ends by itself, or does not end on SIGTERM. */
  readonly faults: readonly string[]
  /** When its process was stopped. */
  readonly stops: readonly { readonly from: number; readonly to: number }[]
  /** Starts a process, again and again until one is ready. */
  start(): Promise<void>
  kill(): Promise<void>
  terminate(): Promise<void>
  stop(): void
  resume(): void
  /** Replaces the data folder by an empty one. */
  loseFolder(): Promise<void>
  /** Starts again a process that has ended by itself. */
  watch(): Promise<void>
  close(): Promise<void>
}

const PAUSE_MS = 200

export async function createInstance(
  name: string,
  { database, settings }: { database: pg.ClientConfig; settings: Record<string, string> },
): Promise<Instance> {
  const proxy = await startDatabaseProxy(database)
  const lives: Life[] = []
  const failedStarts: string[] = []
  const faults: string[] = []
  const stops: { from: number; to: number }[] = []
  let folder = await makeTemporaryFolder()
  let running: { service: SpawnedService; life: Life } | undefined
  let isEnding = false
  let starting: Promise<void> | undefined

  function start(): Promise<void> {
    starting ??= startUntilReady().finally(() => {
      starting = undefined
    })
    return starting
  }

  async function startUntilReady(): Promise<void> {
    while (!running) {
      try {
        const service = await spawnService({
          ...settings,
          FOOTNOTE_DATA_DIR: folder.path,
          DATABASE_URL: proxy.url,
        })
        const life = {
          name: `${name}.${lives.length + 1}`,
          url: service.url,
          output: service.output,
        }
        lives.push(life)
        running = { service, life }
      } catch (error) {
        failedStarts.push(String(error))
        await delay(PAUSE_MS)
      }
    }
  }

  /** Ends what runs; whatever it was doing is over when this resolves. */
  async function end(how: (service: SpawnedService) => Promise<string>): Promise<void> {
    if (!running) return
    isEnding = true
    const { service, life } = running
    const ending = await how(service)
    life.end = { how: ending, at: Date.now() }
    running = undefined
    isEnding = false
  }

  return {
    name,
    proxy,
    lives,
    failedStarts,
    faults,
    stops,
    get life() {
      return running?.life
    },
    start,
    kill: () =>
      end(async service => {
        await service.kill()
        return 'killed'
      }),
    terminate: () =>
      end(async service => {
        service.signal('SIGTERM')
        const how = await service.ended().catch(String)
        if (how !== 0) faults.push(`${name} was sent SIGTERM and ended with ${how}`)
        await service.kill()
        return 'terminated'
      }),
    stop() {
      running?.service.signal('SIGSTOP')
      stops.push({ from: Date.now(), to: Number.POSITIVE_INFINITY })
    },
    resume() {
      running?.service.signal('SIGCONT')
      const last = stops.at(-1)
      if (last) last.to = Date.now()
    },
    async loseFolder() {
      await folder.remove()
      folder = await makeTemporaryFolder()
    },
    async watch() {
      if (isEnding || !running?.service.hasEnded()) return
      faults.push(`${running.life.name} ended by itself: ${await running.service.ended()}`)
      await end(async () => 'by itself')
      await start()
    },
    async close() {
      await running?.service.kill()
      await proxy.close()
      await folder.remove()
    },
  }
}
