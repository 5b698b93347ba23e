import type { Connection } from './connect.ts'

/** Returns a connection as one URL, for a process that gets it as a setting. */
export function connectionUrl(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { connectionString, host, port, user, password, database } = connection
  if (connectionString !== undefined) return connectionString
  const url = new URL(`postgres://localhost:${port}/${encodeURIComponent(database ?? '')}`)
  url.username = encodeURIComponent(user ?? '')
  url.password = encodeURIComponent(String(password))
  // A socket's folder can be no host of a URL.
  url.searchParams.set('host', host ?? '')
  return url.href
}
