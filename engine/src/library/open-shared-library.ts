import { type Connection, connect } from '@footnote/platform/database/connect'
import pg from 'pg'
import { type Added, batches, changeDocuments, hashOf, INDEX_VERSION } from './add-documents.ts'
import type { Document } from './document.ts'
import {
  clearLibraryFile,
  explainingFaults,
  inTransaction,
  LibraryError,
  openLibraryFile,
  readMark,
  writeMark,
} from './library-file.ts'
import type { LibraryStore } from './library-store.ts'
import { libraryIn } from './open-library.ts'

/** An engine indexes a change at once, and does nothing else meanwhile. */
const BATCH = { documents: 100, characters: 400_000 }
const REMOVAL_BATCH = 500
const POOL = { poolSize: 4, patienceMs: 10_000 }
/** The mark of the index that says which change it has come to. */
const FOLLOWED = 'followed'
export const UNREACHABLE =
  'the shared library cannot be used: check that PostgreSQL runs and that FOOTNOTE_LIBRARY_DATABASE_URL is right'

interface Change {
  readonly version: number
  readonly id: string
}

interface ChangedDocument extends Change {
  /** The hash of its address. */
  readonly key: string
  /** Null if the document was removed. */
  readonly body: string | null
}

/** Part of the mark: an index of another layout counts as one of another database. */
const LAYOUT = `${INDEX_VERSION} with addresses`
/** The addresses of the documents in the index. The database names removed documents by their keys alone. */
const ADDRESSES =
  'CREATE TABLE IF NOT EXISTS address (key TEXT PRIMARY KEY, url TEXT NOT NULL) STRICT, WITHOUT ROWID'

/**
 * Opens a library in a migrated database, with its index in the file at `path`. The index holds nothing else
 * and can be deleted; `catchUp` builds it again. Several processes may share the file.
 */
export function openSharedLibrary(connection: Connection, path: string): LibraryStore {
  const file = openLibraryFile(path, { readOnly: false })
  const index = libraryIn(file, path)
  explainingFaults(path, () => file.exec(ADDRESSES))
  const database = connect(connection, POOL)
  let following: Promise<void> | undefined

  async function ask<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return (await database.query<Row & pg.QueryResultRow>(sql, values)).rows
    } catch (cause) {
      const isRefusal = cause instanceof pg.DatabaseError
      const message = isRefusal
        ? `the shared library’s database refused: ${cause.message}`
        : UNREACHABLE
      throw new LibraryError(message, { cause })
    }
  }

  const mark = () => explainingFaults(path, () => readMark(file, FOLLOWED))
  const position = () => toChange(mark())

  /** Does nothing if another process has moved the index from there. */
  function applyAt(from: Change | undefined, work: () => void): void {
    explainingFaults(path, () =>
      inTransaction(file, () => {
        if (position()?.id === from?.id) work()
      }),
    )
  }

  async function followAll(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const from = position()
      if (isFirst && mark() !== undefined && !(await isKnown(from))) {
        // Another database, or an older backup of this one.
        applyAt(from, () => {
          clearLibraryFile(file)
          file.exec('DELETE FROM address')
        })
        continue
      }
      const changed = await ask<ChangedDocument>(
        `select version, id, encode(key, 'hex') as key, body from library_document join library_change using (version)
         where version = (select min(version) from library_document where version > $1)
         order by place`,
        [from?.version ?? 0],
      )
      const [first] = changed
      if (!first) return
      applyAt(from, () => {
        apply(changed)
        writeMark(file, FOLLOWED, toMark(first))
      })
    }
  }

  /** Applies a change to the index, within the caller's transaction. */
  function apply(changed: readonly ChangedDocument[]): void {
    const forget = file.prepare('DELETE FROM address WHERE key = ? RETURNING url')
    const keep = file.prepare('INSERT INTO address VALUES (?, ?) ON CONFLICT DO NOTHING')
    const removed: string[] = []
    const documents: Document[] = []
    for (const { key, body } of changed) {
      if (body === null) {
        const known = forget.get(key)
        if (known) removed.push(String(known['url']))
      } else {
        const document: Document = JSON.parse(body)
        keep.run(key, document.url)
        documents.push(document)
      }
    }
    changeDocuments(file, { removed, documents })
  }

  async function isKnown(change: Change | undefined): Promise<boolean> {
    if (!change) return false
    const { version, id } = change
    const found = await ask('select from library_change where version = $1 and id = $2', [
      version,
      id,
    ])
    return found.length > 0
  }

  return {
    index,
    isShared: true,
    async catchUp() {
      const [latest] = await ask<Change>(
        `select version, id from library_change
         where version = (select max(version) from library_document)`,
      )
      if (position()?.id === latest?.id) return
      do {
        following ??= followAll().finally(() => {
          following = undefined
        })
        await following
      } while ((position()?.version ?? 0) < (latest?.version ?? 0))
    },
    async add(documents) {
      const total = { added: 0, updated: 0, unchanged: 0 }
      for (const batch of batches(documents, BATCH)) {
        const { added, updated, unchanged } = await addBatch(ask, batch)
        total.added += added
        total.updated += updated
        total.unchanged += unchanged
      }
      return total
    },
    async remove(url) {
      const base = url.replace(/\/$/, '')
      let done = 0
      for (;;) {
        const found = await ask<{ url: string }>(
          `select url from library_document
           where body is not null and (url = any($1) or url ^@ any($2)) order by version, place
           limit ${REMOVAL_BATCH}`,
          [[url, base], ['/', '?', '#'].map(mark => base + mark)],
        )
        if (found.length === 0) return done
        const none = found.map(() => null)
        await ask('select change_library($1, $2, $3)', [found.map(one => one.url), none, none])
        done += found.length
      }
    },
    async readMark(name) {
      const sql = 'select value from library_mark where name = $1'
      return (await ask<{ value: string }>(sql, [name]))[0]?.value
    },
    async writeMark(name, value) {
      await ask(
        'insert into library_mark values ($1, $2) on conflict (name) do update set value = excluded.value',
        [name, value],
      )
    },
    async close() {
      await database.end()
      await following?.catch(() => {})
      file.close()
    },
  }
}

type Ask = <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>

async function addBatch(ask: Ask, batch: readonly Document[]): Promise<Added> {
  const given = new Map(batch.map(document => [document.url, { document, hash: hashOf(document) }]))
  const rows = await ask<{ url: string; hash: string }>(
    `select url, hash from library_document
     where key = any(array(select sha256(convert_to(url, 'UTF8')) from unnest($1::text[]) as url))
       and body is not null`,
    [[...given.keys()]],
  )
  const known = new Map(rows.map(({ url, hash }) => [url, hash]))
  const changed = [...given].filter(([url, { hash }]) => known.get(url) !== hash)
  if (changed.length > 0) {
    await ask('select change_library($1, $2, $3)', [
      changed.map(([url]) => url),
      changed.map(([, { document }]) => JSON.stringify(document)),
      changed.map(([, { hash }]) => hash),
    ])
  }
  const updated = changed.filter(([url]) => known.has(url)).length
  return {
    added: changed.length - updated,
    updated,
    unchanged: batch.length - changed.length,
  }
}

function toMark({ version, id }: Change): string {
  return JSON.stringify([LAYOUT, version, id])
}

function toChange(mark: string | undefined): Change | undefined {
  const [layout, version, id] = mark === undefined ? [] : JSON.parse(mark)
  return layout === LAYOUT ? { version, id } : undefined
}
