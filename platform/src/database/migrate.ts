import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Connection, connectAlone } from './connect.ts'

// Any number, as long as every release of Footnote uses the same one.
const LOCK_ID = 7_046_301

/**
 * Applies the numbered SQL files of a folder that the database does not have yet, each in its own
 * transaction. Instances that start together wait for each other on a lock of the database.
 */
export async function migrate(
  connection: Connection,
  { folder, lockId = LOCK_ID }: { folder: URL | string; lockId?: number },
): Promise<void> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder
  const files = (await readdir(path)).filter(name => /^\d{4}_\w+\.sql$/.test(name)).sort()
  const client = await connectAlone(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const applied = new Set(rows.map(row => row.name))
    const unknown = [...applied].filter(name => !files.includes(name))
    if (unknown.length > 0) {
      throw new Error(
        `the database was made by a newer Footnote (${unknown.join(', ')}): start that version`,
      )
    }
    for (const name of files.filter(file => !applied.has(file))) {
      await apply(client, { name, sql: await readFile(join(path, name), 'utf8') })
    }
  } finally {
    await client.end()
  }
}

async function apply(
  client: pg.Client,
  { name, sql }: { name: string; sql: string },
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
