import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import { ensureDatabase } from '@footnote/platform/database/ensure-database'

/** The URL of the engine's own database, which lies beside the service's and is called after it. */
export async function ensureEngineDatabase(connection: Connection): Promise<string> {
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
