import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { hostOf, publishedIn } from '../policy/compile-policy.ts'
import { withSpaces, wordsOfNames } from '../text/words.ts'
import type { Document } from './document.ts'
import { nameKeys } from './find-titles.ts'
import { inTransaction } from './library-file.ts'
import { domainKey } from './search-scope.ts'
import { splitPassages } from './split-passages.ts'

export interface Added {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
}

/** Increased if documents would be indexed differently, so that adding them again updates the index. */
export const INDEX_VERSION = 3
/** A transaction blocks other writers, and is lost if the process dies. */
const BATCH = { documents: 2_000, characters: 4_000_000 }
/** Each transaction merges the index once, but blocks other writers. */
const REMOVAL_BATCH = 2_000
/** Characters after which a URL continues below another. */
const AT_OR_BELOW = `
  url = ?1 OR url = ?2 OR (url >= ?2 || '/' AND url < ?2 || '0')
    OR (url >= ?2 || '?' AND url < ?2 || '@') OR (url >= ?2 || '#' AND url < ?2 || '$')`

export function addDocuments(database: DatabaseSync, documents: Iterable<Document>): Added {
  const statements = prepare(database)
  const total = { added: 0, updated: 0, unchanged: 0 }
  // Producing documents can take long, so it happens before the transaction begins.
  for (const batch of batches(documents, BATCH)) {
    inTransaction(database, () => {
      for (const document of batch) total[addOne(statements, document)]++
    })
  }
  return total
}

/** Groups documents until a group reaches one of the limits. */
export function* batches(
  documents: Iterable<Document>,
  most: { readonly documents: number; readonly characters: number },
): Generator<Document[]> {
  let batch: Document[] = []
  let characters = 0
  for (const document of documents) {
    batch.push(document)
    characters += document.text.length
    if (batch.length < most.documents && characters < most.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** Removes and adds documents within the caller's transaction. */
export function changeDocuments(
  database: DatabaseSync,
  { removed, documents }: { removed: readonly string[]; documents: readonly Document[] },
): void {
  const statements = prepare(database)
  for (const url of removed) {
    const known = statements.known.get(url)
    if (known) statements.remove(Number(known['id']))
  }
  for (const document of documents) addOne(statements, document)
}

type Statements = ReturnType<typeof prepare>

function prepare(database: DatabaseSync) {
  return {
    remove: prepareRemoval(database),
    known: database.prepare('SELECT id, content_hash FROM document WHERE url = ?'),
    nextPassage: database.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM passage'),
    host: prepareIds(database, 'host', ['reversed']),
    kind: prepareIds(database, 'kind', ['language', 'countries', 'rating']),
    document: database.prepare(
      `INSERT INTO document (id, url, title, host_id, kind_id, published_on, content_hash, added_at,
                             first_passage, passages)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    name: database.prepare('INSERT INTO document_name (name, document_id) VALUES (?, ?)'),
    passage: database.prepare(
      `INSERT INTO passage (id, document_id, start, headings, table_header, text)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    index: database.prepare(
      'INSERT INTO passage_index (rowid, title, headings, body) VALUES (?, ?, ?, ?)',
    ),
  }
}

/** Returns a function that finds the ID of a row by its values, and adds the row if it is new. */
function prepareIds(database: DatabaseSync, table: string, columns: readonly string[]) {
  const matches = columns.map(column => `${column} = ?`).join(' AND ')
  const find = database.prepare(`SELECT id FROM ${table} WHERE ${matches}`)
  const add = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  return (...values: string[]): number =>
    Number(find.get(...values)?.['id'] ?? add.run(...values).lastInsertRowid)
}

function addOne(statements: Statements, document: Document): keyof Added {
  const contentHash = hashOf(document)
  const known = statements.known.get(document.url)
  if (known?.['content_hash'] === contentHash) return 'unchanged'
  // A replaced document keeps its ID.
  const knownId = known === undefined ? null : Number(known['id'])
  if (knownId !== null) statements.remove(knownId)
  const pieces = splitPassages(document.text.toWellFormed())
  const { language = '', rating = '' } = document
  const countries = publishedIn(document)
  const host = statements.host(domainKey(hostOf(document.url)))
  const listed = countries.length > 0 ? JSON.stringify(countries) : ''
  const kind = statements.kind(language, listed, rating)
  const first = Number(statements.nextPassage.get()?.['id'])
  const { lastInsertRowid } = statements.document.run(
    knownId,
    document.url,
    document.title.toWellFormed(),
    host,
    kind,
    document.publishedOn ?? null,
    contentHash,
    new Date().toISOString(),
    first,
    pieces.length,
  )
  const id = Number(lastInsertRowid)
  for (const name of nameKeys(document.title, document.aliases)) statements.name.run(name, id)
  const names = withSpaces([document.title, ...(document.aliases ?? [])].join('\n').toWellFormed())
  for (const [at, { start, text, headings, labels, tableHeader }] of pieces.entries()) {
    const path = headings.length > 0 ? JSON.stringify(headings) : null
    statements.passage.run(first + at, id, start, path, tableHeader ?? null, text)
    const above = [...headings, ...labels, tableHeader ?? '']
    statements.index.run(first + at, names, withWords(above.join('\n')), withWords(text))
  }
  return knownId === null ? 'added' : 'updated'
}

/** Adds the words of identifiers, so that "body limit" finds `bodyLimit`. */
function withWords(text: string): string {
  return [withSpaces(text), ...wordsOfNames(text)].join('\n')
}

export function hashOf(document: Document): string {
  const { url, title, aliases, text, publishedOn, language, countries, rating } = document
  const content = [url, title, aliases, text, publishedOn, language, countries, rating]
  return hash('sha256', JSON.stringify([INDEX_VERSION, ...content]), 'base64')
}

/** Removes the document with the URL and all below it, such as those of a folder or site; returns how many. */
export function removeDocuments(database: DatabaseSync, url: string): number {
  // The index flushes whenever a row is not later than the one before.
  const select = database.prepare(
    `SELECT id FROM document WHERE ${AT_OR_BELOW} ORDER BY first_passage LIMIT ${REMOVAL_BATCH}`,
  )
  const removeDocument = prepareRemoval(database)
  for (let removed = 0; ; ) {
    const found = inTransaction(database, () => {
      const rows = select.all(url, url.replace(/\/$/, ''))
      for (const { id } of rows) removeDocument(Number(id))
      return rows.length
    })
    removed += found
    if (found < REMOVAL_BATCH) return removed
  }
}

/** Returns a function that removes a document by its ID, within the caller's transaction. */
function prepareRemoval(database: DatabaseSync): (id: number) => void {
  const removal = {
    document: database.prepare(
      'DELETE FROM document WHERE id = ? RETURNING first_passage, passages',
    ),
    passages: database.prepare('DELETE FROM passage WHERE id BETWEEN ? AND ?'),
    // The index finds a single row quickly, but scans itself for a range of rows.
    index: database.prepare('DELETE FROM passage_index WHERE rowid = ?'),
    names: database.prepare('DELETE FROM document_name WHERE document_id = ?'),
  }
  return id => {
    const document = removal.document.get(id)
    if (!document) return
    const first = Number(document['first_passage'])
    const last = first + Number(document['passages']) - 1
    removal.passages.run(first, last)
    for (let passage = first; passage <= last; passage += 1) removal.index.run(passage)
    removal.names.run(id)
  }
}
