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
import { openLibrary } from './open-library.ts'

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
  readonly url: string
  /** Null if the document was removed. */
  readonly body: string | null
}

/**
 * Opens a library in a migrated database, with its index in the file at `path`. The index holds nothing else
 * and can be deleted; `catchUp` builds it again. Several processes may share the file.
 */
export function openSharedLibrary(connection: Connection, path: string): LibraryStore {
  const index = openLibrary(path)
  const file = openLibraryFile(path, { readOnly: false })
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
        applyAt(from, () => clearLibraryFile(file))
        continue
      }
      const changed = await ask<ChangedDocument>(
        `select version, id, url, body from library_document join library_change using (version)
         where version = (select min(version) from library_document where version > $1)
         order by place`,
        [from?.version ?? 0],
      )
      const [first] = changed
      if (!first) return
      applyAt(from, () => {
        changeDocuments(file, {
          removed: changed.flatMap(({ url, body }) => (body === null ? [url] : [])),
          documents: changed.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body)])),
        })
        writeMark(file, FOLLOWED, toMark(first))
      })
    }
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
    async remove(url, { onProgress } = {}) {
      const base = url.replace(/\/$/, '')
      let done = 0
      for (;;) {
        const found = await ask<{ url: string; total: number }>(
          `select url, count(*) over ()::integer as total from library_document
           where body is not null and (url = any($1) or url ^@ any($2)) order by version, place
           limit ${REMOVAL_BATCH}`,
          [[url, base], ['/', '?', '#'].map(mark => base + mark)],
        )
        const [first] = found
        if (!first) return done
        const none = found.map(() => null)
        await ask('select change_library($1, $2, $3)', [found.map(one => one.url), none, none])
        const total = done + first.total
        done += found.length
        onProgress?.({ done, total })
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
      index.close()
    },
  }
}

type Ask = <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>

async function addBatch(ask: Ask, batch: readonly Document[]): Promise<Added> {
  const given = new Map(batch.map(document => [document.url, { document, hash: hashOf(document) }]))
  const rows = await ask<{ url: string; hash: string | null }>(
    'select url, hash from library_document where url = any($1)',
    [[...given.keys()]],
  )
  const known = new Map(rows.flatMap(({ url, hash }) => (hash === null ? [] : [[url, hash]])))
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

/** An index of another layout counts as one of another database. */
function toMark({ version, id }: Change): string {
  return JSON.stringify([INDEX_VERSION, version, id])
}

function toChange(mark: string | undefined): Change | undefined {
  const [layout, version, id] = mark === undefined ? [] : JSON.parse(mark)
  return layout === INDEX_VERSION ? { version, id } : undefined
}
