import type { DatabaseSync } from 'node:sqlite'
import type { Document } from './document.ts'
import { toSource } from './read-passages.ts'

export interface ListedDocument extends Omit<Document, 'text' | 'aliases'> {
  readonly documentId: number
  readonly passages: number
  /** When it was added or last replaced, as an ISO time. */
  readonly addedAt: string
}

export function listDocuments(
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
