import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import type { Log } from '@footnote/platform/database/embedded/log'
import { ensureDatabase } from '@footnote/platform/database/ensure-database'
import type { OpenedDatabase } from '@footnote/platform/database/open-database'
import { type Config, ConfigError } from '../config.ts'
import { isLoopback } from '../local-mode.ts'

const SHARED_ROLE =
  'the database role in DATABASE_URL can change wallets, so the engine should not use it: set FOOTNOTE_ENGINE_DATABASE_URL with a separate role, as shown in docs/operating/database.md'
const LIBRARY = 'FOOTNOTE_LIBRARY_DATABASE_URL'
const strongRole = (setting: string) =>
  `the role in ${setting} is a superuser or may connect to the database of the service, which has the wallets: revoke these privileges, as shown in docs/operating/database.md`
/**
 * Asks about the session's role and those it may switch to, whichever is set now. A role that owns the
 * database could allow itself to connect there.
 */
const IS_STRONG = `
  select exists (
    select from pg_roles where rolsuper and pg_has_role(session_user, oid, 'member')
  ) or exists (
    select from pg_database
    where datname = $1
      and (has_database_privilege(session_user, oid, 'connect')
        or pg_has_role(session_user, datdba, 'member'))
  ) as "isStrong"`
const NOT_ALLOWED = '42501'

/**
 * Returns the URL of the engine's own database. On a configured server the engine needs its own roles,
 * which do not reach the wallets. Without one it shares the service's, in local mode only.
 */
export async function ensureEngineDatabase(
  { connection, engine }: Pick<OpenedDatabase, 'connection' | 'engine'>,
  { config, log }: { config: Config; log: Pick<Log, 'warn'> },
): Promise<string> {
  const url = config.engine.databaseUrl
  const library = config.engine.environment[LIBRARY]
  const faults: string[] = []
  if (url === undefined && !engine) faults.push(SHARED_ROLE)
  if (url !== undefined && (await hasStrongRole(url, connection))) {
    faults.push(strongRole('FOOTNOTE_ENGINE_DATABASE_URL'))
  }
  if (library !== undefined && (await hasStrongRole(library, connection))) {
    faults.push(strongRole(LIBRARY))
  }
  for (const fault of faults) {
    if (config.publicUrl !== undefined || !isLoopback(config.host)) throw new ConfigError(fault)
    log.warn(fault)
  }
  if (url !== undefined) return url
  return engine ? connectionUrl(engine) : await ensureBeside(connection)
}

/**
 * Returns whether the engine's role could reach the wallets. Asks the servers, because a URL has many
 * spellings and does not show what its role may do.
 */
export async function hasStrongRole(url: string, service: Connection): Promise<boolean> {
  const { name } = await ask<{ name: string }>(service, 'select current_database() as name')
  const [one, two] = [await serverOf(service), await serverOf(url)]
  // On another server, a database of that name is not the service's.
  const isElsewhere = one !== undefined && two !== undefined && one !== two
  const answer = await ask<{ isStrong: boolean }>(url, IS_STRONG, [isElsewhere ? null : name])
  return answer.isStrong
}

/** Returns the server's identifier, or undefined if an administrator hides it. */
async function serverOf(connection: Connection): Promise<string | undefined> {
  try {
    const question = 'select system_identifier::text as id from pg_control_system()'
    return (await ask<{ id: string }>(connection, question)).id
  } catch (error) {
    if ((error as { code?: string }).code === NOT_ALLOWED) return undefined
    throw error
  }
}

async function ask<Row extends object>(
  connection: Connection,
  question: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const client = await connectAlone(connection)
  try {
    const { rows } = await client.query<Row>(question, [...values])
    const [row] = rows
    if (!row) throw new Error('the database returned nothing')
    return row
  } finally {
    await client.end()
  }
}

/** Ensures a database beside the service's that is named after it. */
async function ensureBeside(connection: Connection): Promise<string> {
  const { name } = await ask<{ name: string }>(
    connection,
    `select current_database() || '_engine' as name`,
  )
  return connectionUrl(await ensureDatabase(connection, name))
}
