import { DatabaseSync } from 'node:sqlite'
import { INDEXES, SCHEMA } from '../../src/facts/schema.ts'
import { nameKey } from '../../src/library/find-titles.ts'

/** Collects rows for the facts file. Adding the same subject, attribute or source again returns the first one. */
export interface Book {
  collection(collection: Collection): number
  subject(subject: { kind: string; key: string; name: string; names?: readonly string[] }): number
  /** Gives a subject further names, or codes, which are often words when written small. */
  name(subjectId: number, names: readonly string[], options?: { isCode: boolean }): void
  /** The subject of the kinds that goes by the name, if exactly one does. */
  find(name: string, kinds: readonly string[]): number | undefined
  attribute(attribute: Attribute): number
  source(source: Source): number
  fact(fact: Fact): void
  finish(): Buffer
}

export interface Collection {
  readonly key: string
  readonly title: string
  readonly edition: string
  readonly publisher: string
  readonly licence: string
  readonly url: string
}

interface Attribute {
  readonly collection: number
  readonly key: string
  readonly section: string
  readonly label: string
  readonly definition?: string
}

interface Source {
  readonly collection: number
  readonly url: string
  readonly title: string
  readonly publishedOn: string
  readonly form?: string
}

interface Fact {
  readonly subject: number
  readonly attribute: number
  readonly source: number
  readonly qualifier?: string
  readonly text?: string
  readonly number?: number
  readonly unit?: string
  readonly year?: number
  readonly part?: string
  readonly start?: string
  readonly end?: string
}

export function createBook(path: string): Book {
  const database = new DatabaseSync(path)
  database.exec(
    `PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${SCHEMA}; BEGIN`,
  )
  const known = new Map<string, number>()
  const kinds = new Map<number, string>()
  const byName = new Map<string, Set<number>>()
  const insert = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: (string | number | null)[]) =>
      Number(statement.run(...values).lastInsertRowid)
  }
  const once = (key: string, make: () => number) => {
    const id = known.get(key) ?? make()
    known.set(key, id)
    return id
  }
  const addCollection = insert(
    'INSERT INTO collection (key, title, edition, publisher, licence, url) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addSubject = insert('INSERT INTO subject (kind, key, name) VALUES (?, ?, ?)')
  const addName = insert('INSERT OR IGNORE INTO subject_name VALUES (?, ?, ?, ?)')
  const addAttribute = insert(
    'INSERT INTO attribute (collection_id, key, section, label, definition) VALUES (?, ?, ?, ?, ?)',
  )
  const addSource = insert(
    'INSERT INTO source (collection_id, url, title, published_on, form) VALUES (?, ?, ?, ?, ?)',
  )
  const addFact =
    insert(`INSERT INTO fact (subject_id, attribute_id, qualifier, text, number, unit, year, part,
    start_on, end_on, source_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const name: Book['name'] = (id, names, { isCode } = { isCode: false }) => {
    for (const one of names) {
      const key = nameKey(one)
      if (key === '') continue
      addName(key, id, one, Number(isCode))
      if (!isCode) byName.set(key, (byName.get(key) ?? new Set()).add(id))
    }
  }
  return {
    collection: one =>
      addCollection(one.key, one.title, one.edition, one.publisher, one.licence, one.url),
    subject({ kind, key, name: called, names = [] }) {
      const id = once(`subject ${kind} ${key}`, () => addSubject(kind, key, called))
      kinds.set(id, kind)
      name(id, [called, ...names])
      return id
    },
    name,
    find(called, wanted) {
      const found = [...(byName.get(nameKey(called)) ?? [])].filter(id =>
        wanted.includes(kinds.get(id) ?? ''),
      )
      return found.length === 1 ? found[0] : undefined
    },
    attribute: ({ collection, key, section, label, definition = null }) =>
      once(`attribute ${collection} ${key}`, () =>
        addAttribute(collection, key, section, label, definition),
      ),
    source: ({ collection, url, title, publishedOn, form = null }) =>
      once(`source ${collection} ${url}`, () =>
        addSource(collection, url, title, publishedOn, form),
      ),
    fact({ subject, attribute, source, qualifier, text, number, unit, year, part, start, end }) {
      addFact(
        subject,
        attribute,
        qualifier || null,
        text ?? null,
        number ?? null,
        unit ?? null,
        year ?? null,
        part ?? null,
        start ?? null,
        end ?? null,
        source,
      )
    },
    finish() {
      database.exec(`COMMIT; ${INDEXES}; ANALYZE; VACUUM`)
      const content = Buffer.from(database.serialize())
      database.close()
      return content
    },
  }
}
