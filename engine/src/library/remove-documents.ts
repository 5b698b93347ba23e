import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'

const BATCH = 200

/** Removes the document with the URL and all below it, as of a folder or a site; counts them. */
export function removeDocuments(database: DatabaseSync, url: string): number {
  // A slash, a question mark and a number sign are where a URL goes on below another.
  const select = database.prepare(
    `SELECT id FROM document
     WHERE url = ?1 OR url = ?2 OR (url >= ?2 || '/' AND url < ?2 || '0')
        OR (url >= ?2 || '?' AND url < ?2 || '@') OR (url >= ?2 || '#' AND url < ?2 || '$')
     LIMIT ${BATCH}`,
  )
  const base = url.replace(/\/$/, '')
  let removed = 0
  for (;;) {
    let found = 0
    inTransaction(database, () => {
      const rows = select.all(url, base)
      for (const { id } of rows) removeDocument(database, Number(id))
      found = rows.length
    })
    removed += found
    if (found < BATCH) return removed
  }
}

export function removeDocument(database: DatabaseSync, id: number): void {
  const document = database
    .prepare('DELETE FROM document WHERE id = ? RETURNING first_passage, passages')
    .get(id)
  if (!document) return
  const first = Number(document['first_passage'])
  const last = first + Number(document['passages']) - 1
  database.prepare('DELETE FROM passage WHERE id BETWEEN ? AND ?').run(first, last)
  database.prepare('DELETE FROM passage_index WHERE rowid BETWEEN ? AND ?').run(first, last)
  database.prepare('DELETE FROM document_name WHERE document_id = ?').run(id)
}
