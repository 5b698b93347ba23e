import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { asOwnerOf } from '../../as-owner.ts'
import { connectAlone } from '../connect.ts'
import type { DataFolder } from './data-folder.ts'
import { type Role, roles } from './roles.ts'
import { SERVER_PORT, socketFolderOf } from './socket-folder.ts'

/** Connection parameters for `pg`. Another database of the same server: `{ ...connection, database }`. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  password: string
  database: string
  ssl: false
  options?: string
}

const WRONG_PASSWORD = '28P01'

/** For the files' owner or root. The roles and their databases exist once a server has started. */
export async function readConnection(
  folder: Pick<DataFolder, 'path'>,
  { home, role }: { home: string; role: Role },
): Promise<EmbeddedConnection> {
  const { user, database, passwordFile } = roles[role]
  const file = join(folder.path, passwordFile)
  const password = readPassword(folder.path, { file, role })
  return { host: socketFolderOf(home), port: SERVER_PORT, user, password, database, ssl: false }
}

function readPassword(folder: string, { file, role }: { file: string; role: Role }): string {
  try {
    return asOwnerOf(folder, () => readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(
      `Cannot read ${file}, a database password. Run this as the user who owns the file. If the file is gone, ${howToReplace(role)}.`,
      { cause },
    )
  }
}

/** Each start resets the other passwords as the superuser. Nothing can reset the superuser's. */
function howToReplace(role: Role): string {
  return role === 'superuser' ? 'restore it from a backup' : 'restart the service'
}

/** Resolves to true once the server accepts connections. */
export async function tryConnection(connection: EmbeddedConnection): Promise<true | undefined> {
  try {
    const client = await connectAlone(connection)
    await client.end()
    return true
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === WRONG_PASSWORD)) return undefined
    throw new Error(
      'The password file does not belong to this database: restore the one that was beside it.',
      { cause },
    )
  }
}
