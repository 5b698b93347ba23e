import type { DatabaseSync } from 'node:sqlite'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { joinWords, words } from '../text/words.ts'
import { toSource } from './read-passages.ts'

export interface TitledDocument {
  readonly documentId: number
  readonly title: string
  readonly url: string
  /** The name that matched, as given. */
  readonly name: string
}

const MOST_NAMES = 5_000
/** Limit for names that many documents have, such as Home. */
const MOST_PER_NAME = 20
const MOST_LOOKED_AT = 1_000
const LONGEST_NAME = 200
const FIRST_PART = /^(.+?)(?: [—–|·-] |,)/u

/** Finds documents whose title, its first part or an alias is one of the names, in the names' order. */
export function findTitles(
  database: DatabaseSync,
  names: readonly string[],
  policy: SourcePolicy,
  most = MOST_PER_NAME,
): TitledDocument[] {
  const select = database.prepare(
    `SELECT d.id, d.title, d.url, d.published_on, k.language, k.countries, k.rating
     FROM document_name AS n JOIN document AS d ON d.id = n.document_id
     JOIN kind AS k ON k.id = d.kind_id
     WHERE n.name = ? ORDER BY d.id LIMIT ${Math.max(MOST_LOOKED_AT, most)}`,
  )
  return [...new Set(names)].slice(0, MOST_NAMES).flatMap(name => {
    const found: TitledDocument[] = []
    for (const row of select.iterate(nameKey(name))) {
      const source = toSource(row)
      if (!policy.admits(source)) continue
      const documentId = Number(row['id'])
      found.push({ documentId, title: String(row['title']), url: source.url, name })
      if (found.length === most) break
    }
    return found
  })
}

/** Reduces a name to what its spellings share: no case, diacritics, punctuation or leading article. */
export function nameKey(name: string): string {
  const folded = words(name.slice(0, LONGEST_NAME)).map(word => word.folded)
  if (folded.length > 1 && folded[0] === 'the') folded.shift()
  return joinWords(folded)
}

/** Returns the keys of a document's title, of its part before the site's name, and of its aliases. */
export function nameKeys(title: string, aliases: readonly string[] = []): string[] {
  const first = FIRST_PART.exec(title.slice(0, LONGEST_NAME))?.[1] ?? title
  const names = title.length > LONGEST_NAME ? [first, ...aliases] : [title, first, ...aliases]
  return [...new Set(names.map(nameKey))].filter(key => key !== '')
}

/** Returns the keys of a document's aliases. */
export function readAliases(database: DatabaseSync, documentId: number): string[] {
  const names = database
    .prepare(
      `SELECT n.name, d.title FROM document AS d JOIN document_name AS n ON n.document_id = d.id
       WHERE d.id = ?`,
    )
    .all(documentId)
  const own = nameKeys(String(names[0]?.['title'] ?? ''))
  return names.map(({ name }) => String(name)).filter(name => !own.includes(name))
}
