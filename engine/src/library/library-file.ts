import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** `FNLB`: identifies our files among SQLite databases. */
const APPLICATION_ID = 0x464e4c42
/** Increased with every change of the layout. */
const VERSION = 2
const BUSY_TIMEOUT_MS = 30_000
const CACHE_KIB = 65_536

/**
 * Names are what `nameKey` makes of titles and aliases. A kind is what documents have in common that
 * a policy may ask for; there are few, and a policy is asked about each. A document's passages have ids that follow
 * each other, so that a document is a range of the index. The index keeps no text: passages do.
 */
const SCHEMA = `
  CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE host (id INTEGER PRIMARY KEY, reversed TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE kind (
    id INTEGER PRIMARY KEY,
    language TEXT NOT NULL,
    countries TEXT NOT NULL,
    rating TEXT NOT NULL,
    UNIQUE (language, countries, rating)
  ) STRICT;
  CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    host_id INTEGER NOT NULL,
    kind_id INTEGER NOT NULL,
    published_on TEXT,
    content_hash TEXT NOT NULL,
    added_at TEXT NOT NULL,
    first_passage INTEGER NOT NULL,
    passages INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX document_by_host ON document (host_id);
  CREATE INDEX document_by_kind ON document (kind_id);
  CREATE INDEX document_by_date ON document (published_on);
  CREATE TABLE document_name (
    name TEXT NOT NULL,
    document_id INTEGER NOT NULL,
    PRIMARY KEY (name, document_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX document_name_by_document ON document_name (document_id);
  CREATE TABLE passage (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    headings TEXT,
    table_header TEXT,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE passage_index USING fts5 (
    title, headings, body,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
  );
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};`
const OBJECTS = 'SELECT count(*) AS n FROM sqlite_schema'
/** Advice by SQLite's primary result code. */
const FAULTS: Readonly<Record<number, (path: string) => string>> = {
  8: cannotOpen,
  11: path => `the library ${path} is damaged: delete it and add the documents again`,
  13: path => `no room for the library ${path}: free some disk`,
  14: cannotOpen,
  26: path => `${path} is not a library: choose another path`,
}

function cannotOpen(path: string): string {
  return `the library ${path} cannot be opened: the folder must exist and be writable`
}

/** Opens the file, and creates the library if the file is new. */
export function openLibraryFile(path: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  if (readOnly && !existsSync(path)) {
    throw new LibraryError(`there is no library at ${path} yet: add documents to make one`)
  }
  return explainingFaults(path, () => {
    // The index has row IDs that are too large for a number, and every write returns one.
    const options = { readOnly, timeout: BUSY_TIMEOUT_MS, readBigInts: true }
    const database = new DatabaseSync(path, options)
    try {
      if (!readOnly) prepare(path, database)
      check(path, database)
      database.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB}`)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Runs work on the file, and explains errors of a file that is damaged or no library. */
export function explainingFaults<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0
    const advice = FAULTS[code]
    throw advice ? new LibraryError(advice(path), { cause }) : cause
  }
}

function prepare(path: string, database: DatabaseSync): void {
  if (number(database, 'PRAGMA application_id', 'application_id') === APPLICATION_ID) return
  if (number(database, OBJECTS, 'n') > 0) throw foreign(path)
  database.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE')
  // Another process may have created it while this one waited.
  if (number(database, OBJECTS, 'n') === 0) database.exec(SCHEMA)
  database.exec('COMMIT')
}

function check(path: string, database: DatabaseSync): void {
  if (number(database, 'PRAGMA application_id', 'application_id') !== APPLICATION_ID)
    throw foreign(path)
  const version = formatOf(database)
  if (version !== VERSION) {
    throw new LibraryError(
      `the library ${path} has format ${version}, this version knows ${VERSION}: ` +
        'use the version that made it, or delete it and add the documents again',
    )
  }
}

function formatOf(database: DatabaseSync): number {
  const version = number(database, 'PRAGMA user_version', 'user_version')
  // Two layouts were called format 1. The later one, which alone knows kinds, is format 2.
  const kinds = "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'kind'"
  return version === 1 && number(database, kinds, 'n') > 0 ? 2 : version
}

function foreign(path: string): LibraryError {
  return new LibraryError(`${path} is a database of something else: choose another path`)
}

function number(database: DatabaseSync, sql: string, column: string): number {
  return Number(database.prepare(sql).get()?.[column])
}

/** Runs work in a transaction that locks the file for writing before anything is read. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Removes all documents and marks, within the caller's transaction. */
export function clearLibraryFile(database: DatabaseSync): void {
  const tables = ['mark', 'document_name', 'passage', 'document', 'host', 'kind']
  for (const table of tables) database.exec(`DELETE FROM ${table}`)
  database.exec("INSERT INTO passage_index (passage_index) VALUES ('delete-all')")
}

export function readMark(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM mark WHERE name = ?').get(name)
  return row && String(row['value'])
}

export function writeMark(database: DatabaseSync, name: string, value: string): void {
  database
    .prepare('INSERT INTO mark VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(name, value)
}

/** The library cannot be used; the message says what to do about it. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}
