import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import vocabulary from '../../data/words.json' with { type: 'json' }
import { nameKey } from '../library/find-titles.ts'
import { withCalculated } from './calculated-series.ts'
import type { Attribute, Collection, Fact, Subject } from './fact.ts'
import type { Facts, NamedSubject } from './facts.ts'
import { APPLICATION_ID, FORMAT } from './schema.ts'

/** The names that people know, by those that the sources write. */
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = vocabulary.knownAs
const BUSY_TIMEOUT_MS = 30_000
const CACHE_KIB = 16_384
const MOST_KEPT_FACTS = 20_000
const SUBJECT = 's.id AS subject_id, s.kind, s.key, s.name'
const FACTS = `SELECT f.id, f.qualifier, f.text, f.number, f.unit, f.year, f.part, f.start_on AS start,
    f.end_on AS end, f.attribute_id, ${SUBJECT}, o.url, o.title, o.published_on, o.form
  FROM fact AS f JOIN subject AS s ON s.id = f.subject_id JOIN source AS o ON o.id = f.source_id`
const NAMES = `SELECT n.key AS name_key, n.name AS written, n.is_code, ${SUBJECT}
  FROM subject_name AS n JOIN subject AS s ON s.id = n.subject_id`

export function openFacts(path: string, { readOnly = true } = {}): Facts {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS })
  check(path, database)
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const dataVersion = database.prepare('PRAGMA data_version')
  const version = () => Number(dataVersion.get()?.['data_version'])
  const names = new Map<string, readonly NamedSubject[]>()
  // One question looks several times at the same facts.
  const found = new LRUCache<string, readonly Fact[]>({
    maxSize: MOST_KEPT_FACTS,
    sizeCalculation: facts => facts.length + 1,
  })
  let known = version()
  const forget = () => {
    names.clear()
    found.clear()
  }
  const forgetOld = () => {
    // Other connections may change the file.
    if (known === version()) return
    known = version()
    forget()
  }
  let attributes: ReadonlyMap<number, Attribute> | undefined
  const attributesById = () => {
    attributes ??= new Map(all(ATTRIBUTES).map(row => [Number(row['id']), held<Attribute>(row)]))
    return attributes
  }
  const withAttribute = (row: Row): Fact[] => {
    const attribute = attributesById().get(Number(row['attribute_id']))
    return attribute ? [toFact(row, attribute)] : []
  }
  return withCalculated<Facts>({
    collections: () => all(COLLECTIONS).map(row => held<Collection>(row)),
    remove(key) {
      forget()
      return removeCollection(database, key)
    },
    attributes: () => [...attributesById().values()],
    findSubjects(names) {
      const keys = JSON.stringify([...new Set(names.map(nameKey))])
      const sql = `${NAMES} WHERE n.key IN (SELECT value FROM json_each(?)) ORDER BY s.id`
      return all(sql, keys).map(toNamedSubject)
    },
    subjectsOfKind: kind =>
      all(`SELECT ${SUBJECT} FROM subject AS s WHERE kind = ? ORDER BY name`, kind).map(toSubject),
    namesOfKind(kind) {
      forgetOld()
      const read =
        names.get(kind) ?? all(`${NAMES} WHERE s.kind = ? ORDER BY s.id`, kind).map(toNamedSubject)
      names.set(kind, read)
      return read
    },
    namesOf: subject =>
      all('SELECT name FROM subject_name WHERE subject_id = ? AND is_code = 0', subject).map(
        ({ name }) => String(name),
      ),
    find({ subjects, attributes: wanted, years, parts }) {
      forgetOld()
      const filters = [
        ['f.subject_id', subjects],
        ['f.attribute_id', wanted],
        ['f.year', years],
        ['f.part', parts],
      ] as const
      const given = filters.flatMap(([column, values]) => (values ? [{ column, values }] : []))
      const where = given.map(({ column }) => `${column} IN (SELECT value FROM json_each(?))`)
      const sql = `${FACTS} WHERE ${where.join(' AND ') || 'TRUE'} ORDER BY f.subject_id, f.attribute_id, f.id`
      const values = given.map(({ values }) => JSON.stringify(values))
      const query = [sql, ...values].join()
      const read = found.get(query) ?? all(sql, ...values).flatMap(withAttribute)
      found.set(query, read)
      return read
    },
    version,
    close: () => database.close(),
  })
}

/** Throws if the file is something else or has another layout. */
function check(path: string, database: DatabaseSync): void {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  if (pragma('application_id') === APPLICATION_ID && pragma('user_version') === FORMAT) return
  database.close()
  throw new Error(
    `${path} holds no facts of this version: delete it, and the next start makes a new one`,
  )
}

const ATTRIBUTES = `SELECT a.id, a.key, a.section, a.label, a.definition, c.key AS collection,
    (SELECT s.kind FROM fact AS f JOIN subject AS s ON s.id = f.subject_id
     WHERE f.attribute_id = a.id LIMIT 1) AS kind
  FROM attribute AS a JOIN collection AS c ON c.id = a.collection_id ORDER BY a.id`
const COLLECTIONS = `SELECT c.key, c.title, c.edition, c.publisher, c.licence, c.url,
    (SELECT count(*) FROM fact AS f JOIN attribute AS a ON a.id = f.attribute_id
     WHERE a.collection_id = c.id) AS facts
  FROM collection AS c WHERE c.removed_on IS NULL ORDER BY c.id`

type Row = Readonly<Record<string, SQLOutputValue>>

/** A row without the columns that have no value. */
function held<Read>(row: Readonly<Record<string, SQLOutputValue | undefined>>): Read {
  // A question may read every fact there is, so this takes no detour over lists of entries.
  const read: Record<string, SQLOutputValue> = {}
  for (const name in row) {
    const value = row[name]
    if (value != null) read[name] = value
  }
  return read as Read
}

function toSubject({ subject_id: id, kind, key, name }: Row): Subject {
  const known = KNOWN_AS[String(name)]?.[0] ?? String(name)
  return { id: Number(id), kind: String(kind), key: String(key), name: known }
}

function toNamedSubject(row: Row): NamedSubject {
  return {
    subject: toSubject(row),
    key: String(row['name_key']),
    name: String(row['written']),
    isCode: row['is_code'] === 1,
  }
}

function toFact(row: Row, attribute: Attribute): Fact {
  const { id, qualifier, text: written, number, unit, year, part, start, end } = row
  const { url, title, form, published_on: publishedOn } = row
  // "West Falls Church, Virginia[2]" has a mark of its source.
  const text = typeof written === 'string' ? written.replace(/\[\d+\]$/, '') : written
  const own = held<Fact>({ id, qualifier, text, number, unit, year, part, start, end })
  const source = held<Fact['source']>({ url, title, form, publishedOn })
  // The source counts imports as negative in the sum of what GDP is spent on.
  if (own.number !== undefined && own.number < 0 && own.qualifier?.startsWith('imports'))
    return { ...own, number: -own.number, subject: toSubject(row), attribute, source }
  return { ...own, subject: toSubject(row), attribute, source }
}

/** Keeps the row of the collection, so that a new edition does not bring it back. */
function removeCollection(database: DatabaseSync, key: string): number | undefined {
  const found = database
    .prepare('SELECT id FROM collection WHERE key = ? AND removed_on IS NULL')
    .get(key)
  if (!found) return undefined
  const id = Number(found['id'])
  const run = (sql: string, ...values: SQLInputValue[]) =>
    database.prepare(sql).run(...values).changes
  database.exec('BEGIN IMMEDIATE')
  try {
    const own = 'SELECT id FROM attribute WHERE collection_id = ?'
    const facts = Number(run(`DELETE FROM fact WHERE attribute_id IN (${own})`, id))
    run('DELETE FROM attribute WHERE collection_id = ?', id)
    run('DELETE FROM source WHERE collection_id = ?', id)
    run('DELETE FROM subject WHERE id NOT IN (SELECT subject_id FROM fact)')
    run('DELETE FROM subject_name WHERE subject_id NOT IN (SELECT id FROM subject)')
    run("UPDATE collection SET removed_on = date('now') WHERE id = ?", id)
    database.exec('COMMIT')
    database.exec('VACUUM')
    return facts
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
