import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenedDatabase } from '@footnote/platform/database/open-database'
import type { Log } from '@footnote/platform/log'
import type { Config } from '../config.ts'
import { type Supervised, supervise } from '../supervise.ts'
import { ensureEngineDatabase } from './ensure-engine-database.ts'
import { prepareEngine } from './prepare-engine.ts'
import { spawnEngine } from './spawn-engine.ts'

export interface EmbeddedEngine {
  /** Starts the engine unless it is running, and resolves when it accepts calls. */
  start(): Promise<EngineAddress>
  /** Undefined until it accepts calls for the first time. */
  readonly address: EngineAddress | undefined
  /** Whether it runs now, and how often it was restarted. */
  readonly health: { readonly isRunning: boolean; readonly restarts: number }
  stop(): Promise<void>
}

export interface EngineAddress {
  readonly url: string
  readonly apiKey: string
}

const LAUNCHER = fileURLToPath(new URL('../../bin/footnote.js', import.meta.url))
const KEY_BYTES = 32

/** Runs the engine as a child process on loopback, once something needs it. */
export function createEmbeddedEngine(
  databases: Pick<OpenedDatabase, 'connection' | 'engine'>,
  {
    config,
    log,
    command = [process.execPath, LAUNCHER, 'engine'],
  }: { config: Config; log: Log; command?: readonly string[] | undefined },
): EmbeddedEngine {
  const apiKey = randomBytes(KEY_BYTES).toString('base64url')
  let starting: Promise<EngineAddress> | undefined
  let address: EngineAddress | undefined
  let engine: Supervised | undefined
  let isStopped = false

  async function start(): Promise<EngineAddress> {
    const databaseUrl = await ensureEngineDatabase(databases, { config, log })
    const { keysDir, account } = await prepareEngine(config, { command, log })
    if (isStopped) throw new Error('the service is stopping')
    // The engine sees no other setting of the service: it has nothing to do with money.
    const environment = {
      // A different user cannot write to the cache beside the code.
      ...(account && { NODE_COMPILE_CACHE: join(config.dataDir, 'engine', 'compile-cache') }),
      ...config.engine.environment,
      FOOTNOTE_DATA_DIR: config.dataDir,
      FOOTNOTE_LOG_LEVEL: config.logLevel,
      FOOTNOTE_ENGINE_HOST: '127.0.0.1',
      FOOTNOTE_ENGINE_KEY: apiKey,
      FOOTNOTE_ENGINE_DATABASE_URL: databaseUrl,
      FOOTNOTE_ENGINE_KEYS_DIR: keysDir,
    }
    engine = supervise(
      (url = 'http://127.0.0.1:0') =>
        spawnEngine({
          command,
          account,
          environment: { ...environment, FOOTNOTE_ENGINE_PORT: new URL(url).port },
        }),
      { name: 'the engine', log },
    )
    address = { url: await engine.ready, apiKey }
    return address
  }

  return {
    get address() {
      return address
    },
    get health() {
      return { isRunning: engine?.isRunning ?? false, restarts: engine?.restarts ?? 0 }
    },
    start() {
      starting ??= start().catch(error => {
        starting = undefined
        throw error
      })
      return starting
    },
    async stop() {
      isStopped = true
      await engine?.stop()
      await starting?.catch(() => {})
    },
  }
}
