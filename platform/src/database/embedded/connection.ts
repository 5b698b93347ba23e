import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { ensureDatabase } from '../ensure-database.ts'
import type { DataFolder } from './data-folder.ts'
import { SERVER_PORT, socketFolderOf } from './socket-folder.ts'

/** What `pg` needs to connect. Another database of the same server: `{ ...connection, database }`. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  password: string
  database: string
  ssl: false
}

const WRONG_PASSWORD = '28P01'

export async function readConnection(
  folder: DataFolder,
  home: string,
): Promise<EmbeddedConnection> {
  const password = await readFile(folder.passwordFile, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `Cannot read ${folder.passwordFile}, the password of the database: restore it from a backup, or run as the user who owns it.`,
      { cause },
    )
  })
  return {
    host: socketFolderOf(home),
    port: SERVER_PORT,
    user: 'footnote',
    password,
    database: 'footnote',
    ssl: false,
  }
}

/** True once the server takes connections and the database `footnote` is there. */
export async function tryConnection(connection: EmbeddedConnection): Promise<true | undefined> {
  try {
    await ensureDatabase({ ...connection, database: 'postgres' }, connection.database)
    return true
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === WRONG_PASSWORD)) return undefined
    throw new Error(
      'The password file does not belong to this database: restore the one that was beside it.',
      { cause },
    )
  }
}
