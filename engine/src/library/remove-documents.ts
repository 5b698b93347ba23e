import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'

export interface RemovalProgress {
  readonly done: number
  readonly total: number
}

/** Each transaction tidies the index once; but while it lasts, other writers wait. */
const BATCH = 2_000
/** A slash, a question mark and a number sign are where a URL goes on below another. */
const AT_OR_BELOW = `
  url = ?1 OR url = ?2 OR (url >= ?2 || '/' AND url < ?2 || '0')
    OR (url >= ?2 || '?' AND url < ?2 || '@') OR (url >= ?2 || '#' AND url < ?2 || '$')`

/** Removes the document with the URL and all below it, as of a folder or a site; counts them. */
export function removeDocuments(
  database: DatabaseSync,
  url: string,
  { onProgress }: { readonly onProgress?: (progress: RemovalProgress) => void } = {},
): number {
  const place = [url, url.replace(/\/$/, '')] as const
  const counted = database.prepare(`SELECT count(*) AS n FROM document WHERE ${AT_OR_BELOW}`)
  // The index writes down what it has gathered whenever the next row is not a later one.
  const select = database.prepare(
    `SELECT id FROM document WHERE ${AT_OR_BELOW} ORDER BY first_passage LIMIT ${BATCH}`,
  )
  const removeDocument = prepareRemoval(database)
  const total = Number(counted.get(...place)?.['n'])
  let removed = 0
  for (;;) {
    let found = 0
    inTransaction(database, () => {
      const rows = select.all(...place)
      for (const { id } of rows) removeDocument(Number(id))
      found = rows.length
    })
    removed += found
    // Others may have added some meanwhile.
    onProgress?.({ done: removed, total: Math.max(removed, total) })
    if (found < BATCH) return removed
  }
}

/** What removes a document by its id, within the transaction of whoever calls it. */
export function prepareRemoval(database: DatabaseSync): (id: number) => void {
  const removal = {
    document: database.prepare(
      'DELETE FROM document WHERE id = ? RETURNING first_passage, passages',
    ),
    passages: database.prepare('DELETE FROM passage WHERE id BETWEEN ? AND ?'),
    // The index finds a row at once, but reads itself from end to end to find a range of rows.
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
