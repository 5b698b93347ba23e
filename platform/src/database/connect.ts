import pg from 'pg'
import { createPoolerClient } from './pooler-client.ts'

export type Database = pg.Pool

/** The address of a server: a URL, or its parts for a socket. */
export type Connection = string | pg.ClientConfig

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, text => BigInt(text))

const CONNECT_MS = 5_000
const LOCK_TIMEOUT_MS = 2_000

/**
 * Opens a pool of connections. Callers put work that must not be half done into one statement, so a lost
 * connection does no harm. The time limits turn a stuck lock or a dead network into an error.
 */
export function connect(
  connection: Connection,
  { poolSize = 10, patienceMs = 20_000, connectMs = CONNECT_MS } = {},
): Database {
  // Before ours, so that the server's word on the outcome is heard.
  const limits = { lockMs: LOCK_TIMEOUT_MS, statementMs: Math.round(patienceMs * 0.75) }
  const pool = new pg.Pool({
    ...toConfig(connection),
    // PgBouncer refuses these two as properties of a connection.
    ...(isBehindPooler(connection)
      ? { Client: createPoolerClient(limits) }
      : { lock_timeout: limits.lockMs, statement_timeout: limits.statementMs }),
    types,
    max: poolSize,
    connectionTimeoutMillis: Math.min(connectMs, patienceMs),
    idleTimeoutMillis: 60_000,
    query_timeout: patienceMs,
    keepAlive: true,
    application_name: 'footnote',
  })
  // A connection that breaks fails its query, or is replaced if it is idle. Without these listeners
  // it would end the process: the pool does not listen while a transaction has the connection.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
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

/**
 * Returns whether the URL has `pgbouncer=true`. A pooler in transaction mode is then in front of the server,
 * and each transaction may get another of its connections.
 */
export function isBehindPooler(connection: Connection): boolean {
  const url = typeof connection === 'string' ? connection : connection.connectionString
  return url !== undefined && new URL(url).searchParams.get('pgbouncer') === 'true'
}

function toConfig(connection: Connection): pg.ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}
