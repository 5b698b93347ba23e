import pg from 'pg'

export type Database = pg.Pool

/** Where a server is: a URL, or the parts of one for a socket. */
export type Connection = string | pg.ClientConfig

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, text => BigInt(text))

const CONNECT_MS = 5_000

/**
 * A pool of connections. What must not stay half done is one statement, so that a lost
 * connection does no harm; the time limits make a stuck lock or a dead network an error, not a hang.
 */
export function connect(
  connection: Connection,
  { poolSize = 10, patienceMs = 20_000 } = {},
): Database {
  const pool = new pg.Pool({
    ...toConfig(connection),
    types,
    max: poolSize,
    connectionTimeoutMillis: Math.min(CONNECT_MS, patienceMs),
    idleTimeoutMillis: 60_000,
    lock_timeout: 2_000,
    // Before ours, so that the server's word on the outcome is heard.
    statement_timeout: Math.round(patienceMs * 0.75),
    query_timeout: patienceMs,
    keepAlive: true,
    application_name: 'footnote',
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end
  // the process.
  pool.on('error', () => {})
  return pool
}

/** A connection apart from the pool, for work that takes longer than the pool allows. */
export async function connectAlone(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...toConfig(connection),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'footnote',
  })
  // A connection that breaks fails its query; without a listener it would end the process as well.
  client.on('error', () => {})
  await client.connect()
  return client
}

function toConfig(connection: Connection): pg.ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}
