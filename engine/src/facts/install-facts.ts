import { hash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { openFacts } from './open-facts.ts'

const BUSY_TIMEOUT_MS = 30_000
/** SQLite's codes for a missing table, a damaged file and a file of another format. */
const UNUSABLE = [1, 11, 26]
const PACKED = join(import.meta.dirname, '../../data/facts.db.zst')

/**
 * Unpacks the facts that come with the engine, at the first start and whenever their edition changes.
 * Collections that the operator removed stay removed.
 */
export function installFacts(path: string, packed = PACKED): { readonly isNew: boolean } {
  const content = readFileSync(packed)
  const edition = hash('sha256', content)
  const installed = existsSync(path) ? readInstalled(path) : undefined
  if (installed?.edition === edition) return { isNew: false }
  const unpacked = `${path}.${randomUUID()}.new`
  try {
    writeFileSync(unpacked, zstdDecompressSync(content), { mode: 0o600 })
    markInstalled(unpacked, edition)
    const facts = openFacts(unpacked, { readOnly: false })
    for (const key of installed?.removed ?? []) facts.remove(key)
    facts.close()
    // The journal of a file that is replaced would be applied to the new one.
    rmSync(`${path}-journal`, { force: true })
    renameSync(unpacked, path)
  } finally {
    rmSync(unpacked, { force: true })
  }
  return { isNew: true }
}

interface Installed {
  readonly edition: string
  readonly removed: readonly string[]
}

/**
 * Undefined for a file that is no database or of another layout, which is replaced. Opening it for writing
 * completes what a removal left behind that was interrupted.
 */
function readInstalled(path: string): Installed | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    const edition = String(database.prepare('SELECT edition FROM installed').get()?.['edition'])
    const removed = database
      .prepare('SELECT key FROM collection WHERE removed_on IS NOT NULL')
      .all()
    return { edition, removed: removed.map(({ key }) => String(key)) }
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number }
    // Any other error, such as a locked file, may pass, and says nothing about what the file holds.
    if (UNUSABLE.includes(errcode & 0xff)) return undefined
    throw error
  } finally {
    database?.close()
  }
}

function markInstalled(path: string, edition: string): void {
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE installed (edition TEXT NOT NULL) STRICT')
  database.prepare('INSERT INTO installed VALUES (?)').run(edition)
  database.close()
}
