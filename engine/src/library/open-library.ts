import type { DatabaseSync } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { type Added, addDocuments, removeDocuments } from './add-documents.ts'
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
  remove(url: string): number
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

export interface ListedDocument extends Omit<Document, 'text' | 'aliases'> {
  readonly documentId: number
  readonly passages: number
  /** When it was added or last replaced, as an ISO time. */
  readonly addedAt: string
}

const PAGE = 1000

export function openLibrary(path: string, options: { readonly readOnly?: boolean } = {}): Library {
  return libraryIn(openLibraryFile(path, { readOnly: options.readOnly ?? false }), path)
}

/** Returns the library in a file that is open already. */
export function libraryIn(database: DatabaseSync, path: string): Library {
  const guard = <T>(work: () => T): T => explainingFaults(path, work)
  const idOf = (url: string): number | undefined =>
    guard(() => {
      const row = database.prepare('SELECT id FROM document WHERE url = ?').get(url)
      return row && Number(row['id'])
    })
  return {
    add: documents => guard(() => addDocuments(database, documents)),
    remove: url => guard(() => removeDocuments(database, url)),
    list: page => guard(() => listDocuments(database, page)),
    has: url => idOf(url) !== undefined,
    idOf,
    counts: () =>
      guard(() => {
        const sql = 'SELECT count(*) AS documents, total(passages) AS passages FROM document'
        const { documents, passages } = database.prepare(sql).get() ?? {}
        return { documents: Number(documents), passages: Number(passages) }
      }),
    search: query => guard(() => searchPassages(database, query)),
    findTitles: (names, policy, most) => guard(() => findTitles(database, names, policy, most)),
    passagesOf: documentId => guard(() => readDocument(database, documentId)),
    aliasesOf: documentId => guard(() => readAliases(database, documentId)),
    readMark: name => guard(() => readMark(database, name)),
    writeMark: (name, value) => guard(() => writeMark(database, name, value)),
    close: () => database.close(),
  }
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

/** Lists all documents in the order of first adding. A library can be larger than memory. */
export function* listAll(library: Library): Generator<ListedDocument[]> {
  for (let after = 0; ; ) {
    const documents = library.list({ limit: PAGE, after })
    const last = documents.at(-1)
    if (!last) return
    yield documents
    after = last.documentId
  }
}

/** Reads all documents as they were added, except for the spelling of aliases, which the library does not keep. */
export function* readDocuments(library: Library): Generator<Document> {
  for (const page of listAll(library)) {
    for (const { documentId, passages: _, addedAt: __, ...document } of page) {
      const passages = library.passagesOf(documentId)
      const text = passages.map(passage => passage.text).join('')
      yield { ...document, text, aliases: library.aliasesOf(documentId) }
    }
  }
}
