import { join } from 'node:path'
import { type Environment, readSettings, type Setting, setting } from '@footnote/platform/settings'

/** The settings of the engine, read once at start. Times are milliseconds. */
export interface EngineConfig {
  readonly port: number
  readonly host: string
  readonly apiKey: string | undefined
  /** Where a key is kept that was made at the first start, when none is set. */
  readonly keyFile: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly keysDir: string
  readonly callsAtOnce: number
  readonly runsAtOnce: number
  readonly leaseMs: number
  readonly drainMs: number
  readonly logLevel: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/** Every setting of the engine; some are the service's too. */
export const engineSettings: readonly Setting[] = [
  setting('FOOTNOTE_ENGINE_PORT', '8788', 'Port that the engine listens on; 0 for any.'),
  setting('FOOTNOTE_ENGINE_HOST', '127.0.0.1', 'Address that the engine listens on.'),
  setting('FOOTNOTE_ENGINE_KEY', '', 'Key of the engine; unset: one in the data folder.'),
  setting('FOOTNOTE_DATA_DIR', '.footnote', 'Folder of the embedded database, library and keys.'),
  setting('FOOTNOTE_LIBRARY_DIR', '', 'Folder of the library; unset: one in the data folder.'),
  setting(
    'FOOTNOTE_ENGINE_DATABASE_URL',
    '',
    'PostgreSQL 18 database of the engine’s own, made if absent, instead of the embedded one.',
  ),
  setting('FOOTNOTE_ENGINE_KEYS_DIR', '', 'Folder of the keys that runs are sealed with.'),
  setting('FOOTNOTE_ENGINE_CALLS', '8', 'Synchronous calls that the engine works on at once.'),
  setting('FOOTNOTE_ENGINE_RUNS', '2', 'Background runs that the engine works on at once.'),
  setting(
    'FOOTNOTE_ENGINE_LEASE_SECONDS',
    '15',
    'How long a silent engine is believed to be alive.',
  ),
  setting('FOOTNOTE_DRAIN_SECONDS', '30', 'How long SIGTERM waits for calls in flight.'),
  setting('FOOTNOTE_LOG_LEVEL', 'info', 'fatal, error, warn, info, debug or silent.'),
]

export function readEngineConfig(env: Environment): EngineConfig {
  return readSettings(engineSettings, env, reader => {
    const dataDir = reader.text('FOOTNOTE_DATA_DIR')
    return {
      port: reader.wholeNumber('FOOTNOTE_ENGINE_PORT', 0, 65_535),
      host: reader.text('FOOTNOTE_ENGINE_HOST'),
      apiKey: reader.optional('FOOTNOTE_ENGINE_KEY'),
      keyFile: join(dataDir, 'engine-key'),
      dataDir,
      databaseUrl: reader.postgresUrl('FOOTNOTE_ENGINE_DATABASE_URL'),
      keysDir: reader.optional('FOOTNOTE_ENGINE_KEYS_DIR') ?? join(dataDir, 'keys'),
      callsAtOnce: reader.wholeNumber('FOOTNOTE_ENGINE_CALLS', 1, 1_000),
      runsAtOnce: reader.wholeNumber('FOOTNOTE_ENGINE_RUNS', 1, 100),
      leaseMs: reader.milliseconds('FOOTNOTE_ENGINE_LEASE_SECONDS', 0.1, 3_600),
      drainMs: reader.milliseconds('FOOTNOTE_DRAIN_SECONDS', 0, 3_600),
      logLevel: reader.oneOf('FOOTNOTE_LOG_LEVEL', LOG_LEVELS),
    }
  })
}
