import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import type { Log } from '@footnote/platform/database/embedded/log'
import { ensureDatabase } from '@footnote/platform/database/ensure-database'
import type { OpenedDatabase } from '@footnote/platform/database/open-database'
import { type Config, ConfigError } from '../config.ts'
import { isLoopback } from '../own-machine.ts'

const SHARED_ROLE =
  'the database role in DATABASE_URL can change wallets, so the engine should not use it: set FOOTNOTE_ENGINE_DATABASE_URL with a separate role, as shown in docs/operating.md'

/**
 * Returns the URL of the engine's own database. On a configured server the engine needs its own role,
 * since the service's can change wallets. Without one it shares the service's, in local mode only.
 */
export async function ensureEngineDatabase(
  { connection, engine }: Pick<OpenedDatabase, 'connection' | 'engine'>,
  { config, log }: { config: Config; log: Pick<Log, 'warn'> },
): Promise<string> {
  const url = config.engine.databaseUrl ?? (engine && connectionUrl(engine))
  if (url !== undefined && !isSameRole(url, config.databaseUrl)) return url
  if (config.publicUrl !== undefined || !isLoopback(config.host)) {
    throw new ConfigError(SHARED_ROLE)
  }
  log.warn(SHARED_ROLE)
  return url ?? (await ensureBeside(connection))
}

function isSameRole(url: string, other: string | undefined): boolean {
  const [one, two] = [URL.parse(url), URL.parse(other ?? '')]
  return one !== null && one.host === two?.host && one.username === two.username
}

/** Ensures a database beside the service's that is named after it. */
async function ensureBeside(connection: Connection): Promise<string> {
  const client = await connectAlone(connection)
  try {
    const { rows } = await client.query<{ name: string }>(
      `select current_database() || '_engine' as name`,
    )
    const [row] = rows
    if (!row) throw new Error('the database does not tell its name')
    return connectionUrl(await ensureDatabase(connection, row.name))
  } finally {
    await client.end()
  }
}
