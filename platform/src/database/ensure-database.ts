import pg from 'pg'
import { type Connection, connectAlone } from './connect.ts'

const NOT_ALLOWED = '42501'
/** The first when the other process was done before we looked, the second when at the same moment. */
const MADE_BY_ANOTHER = ['42P04', '23505']

/** Another database of the same server, made if it is not there, whoever else is making it too. */
export async function ensureDatabase(connection: Connection, name: string): Promise<Connection> {
  const client = await connectAlone(connection)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await createDatabase(client, name)
  } finally {
    await client.end()
  }
  return switchDatabase(connection, name)
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const database = client.escapeIdentifier(name)
  try {
    await client.query(`create database ${database}`)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    if (MADE_BY_ANOTHER.includes(cause.code ?? '')) return
    if (cause.code !== NOT_ALLOWED) throw cause
    const { rows } = await client.query<{ role: string }>(
      'select quote_ident(current_user) as role',
    )
    const role = rows[0]?.role
    throw new Error(
      `The database user ${role} may not create the database ${database}: let an administrator run "create database ${database} owner ${role}" on that server, then start again.`,
      { cause },
    )
  }
}

function switchDatabase(connection: Connection, database: string): Connection {
  if (typeof connection === 'string') return switchUrl(connection, database)
  const { connectionString } = connection
  // Of the two, `pg` heeds the string.
  return connectionString === undefined
    ? { ...connection, database }
    : { ...connection, connectionString: switchUrl(connectionString, database) }
}

function switchUrl(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}
