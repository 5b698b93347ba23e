import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'

const BATCH = 200

/** Removes the document with the URL and all below it, as folders and sites are; counts them. */
export function removeDocuments(database: DatabaseSync, url: string): number {
  const below = url.endsWith('/') ? url : `${url}/`
  const select = database.prepare(
    `SELECT id FROM document WHERE url = ? OR (url >= ? AND url < ?) LIMIT ${BATCH}`,
  )
  let removed = 0
  for (;;) {
    let found = 0
    inTransaction(database, () => {
      const rows = select.all(url, below, `${below.slice(0, -1)}0`)
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
