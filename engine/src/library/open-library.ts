import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { type Added, addDocuments, type RemovalProgress, removeDocuments } from './add-documents.ts'
import type { Document } from './document.ts'
import { findTitles, readAliases, type TitledDocument } from './find-titles.ts'
import { explainingFaults, openLibraryFile, readMark, writeMark } from './library-file.ts'
import type { Passage } from './passage.ts'
import { readDocument, toSource } from './read-passages.ts'
import { type PassageQuery, searchPassages } from './search-passages.ts'

/** Documents in one file with a full-text index. Any number of processes may read it while one adds. */
export interface Library {
  /** Adds new documents and replaces changed ones. Documents added before a crash stay. */
  add(documents: Iterable<Document>): Added
  /** Removes the document with the URL and all below it, and returns how many. */
  remove(
    url: string,
    options?: { readonly onProgress?: (progress: RemovalProgress) => void },
  ): number
  /** Lists documents in the order of first adding, after the given one. */
  list(page: { readonly limit: number; readonly after?: number }): ListedDocument[]
  has(url: string): boolean
  idOf(url: string): number | undefined
  counts(): { readonly documents: number; readonly passages: number }
  search(query: PassageQuery): Passage[]
  /** Finds documents whose title, its first part or an alias is one of the names, in any case. */
  findTitles(names: readonly string[], policy: SourcePolicy, most?: number): TitledDocument[]
  /** Returns all passages of a document in order. */
  passagesOf(documentId: number): Passage[]
  /** Returns the other names of a document, without case and punctuation. */
  aliasesOf(documentId: number): string[]
  /** Notes about the library as a whole. */
  readMark(name: string): string | undefined
  writeMark(name: string, value: string): void
  close(): void
}

export function openLibrary(path: string, options: { readonly readOnly?: boolean } = {}): Library {
  const database = openLibraryFile(path, { readOnly: options.readOnly ?? false })
  const guard = <T>(work: () => T): T => explainingFaults(path, work)
  const idOf = (url: string): number | undefined =>
    guard(() => {
      const id = first(database, 'SELECT id FROM document WHERE url = ?', url)
      return id === undefined ? undefined : Number(id)
    })
  return {
    add: documents => guard(() => addDocuments(database, documents)),
    remove: (url, options) => guard(() => removeDocuments(database, url, options)),
    list: page => guard(() => listDocuments(database, page)),
    has: url => idOf(url) !== undefined,
    idOf,
    counts: () =>
      guard(() => ({
        documents: Number(first(database, 'SELECT count(*) FROM document')),
        passages: Number(first(database, 'SELECT coalesce(sum(passages), 0) FROM document')),
      })),
    search: query => guard(() => searchPassages(database, query)),
    findTitles: (names, policy, most) => guard(() => findTitles(database, names, policy, most)),
    passagesOf: documentId => guard(() => readDocument(database, documentId)),
    aliasesOf: documentId => guard(() => readAliases(database, documentId)),
    readMark: name => guard(() => readMark(database, name)),
    writeMark: (name, value) => guard(() => writeMark(database, name, value)),
    close: () => database.close(),
  }
}

function first(
  database: DatabaseSync,
  sql: string,
  ...values: string[]
): SQLOutputValue | undefined {
  const row = database.prepare(sql).get(...values)
  return row && Object.values(row)[0]
}

export interface ListedDocument extends Omit<Document, 'text' | 'aliases'> {
  readonly documentId: number
  readonly passages: number
  /** When it was added or last replaced, as an ISO time. */
  readonly addedAt: string
}

function listDocuments(
  database: DatabaseSync,
  { limit, after = 0 }: { readonly limit: number; readonly after?: number },
): ListedDocument[] {
  return database
    .prepare(`SELECT d.id, d.url, d.title, d.published_on, d.passages, d.added_at,
              k.language, k.countries, k.rating
       FROM document AS d JOIN kind AS k ON k.id = d.kind_id
       WHERE d.id > ? ORDER BY d.id LIMIT ?`)
    .all(after, limit)
    .map(row => ({
      documentId: Number(row['id']),
      title: String(row['title']),
      ...toSource(row),
      passages: Number(row['passages']),
      addedAt: String(row['added_at']),
    }))
}
