import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Passage } from './passage.ts'

type Row = Readonly<Record<string, SQLOutputValue | undefined>>

const COLUMNS = `p.id, p.document_id, p.start, p.headings, p.table_header, p.text,
  d.url, d.title, d.published_on, k.language, k.countries, k.rating`

/** Reads the passages with these IDs and adds their scores. */
export function readPassages(
  database: DatabaseSync,
  scores: ReadonlyMap<number, number>,
): Passage[] {
  return database
    .prepare(
      `SELECT ${COLUMNS} FROM json_each(?) AS j
       CROSS JOIN passage AS p ON p.id = j.value
       CROSS JOIN document AS d ON d.id = p.document_id
       CROSS JOIN kind AS k ON k.id = d.kind_id`,
    )
    .all(JSON.stringify([...scores.keys()]))
    .map(row => toPassage(row, scores.get(Number(row['id'])) ?? 0))
}

/** Returns all passages of a document in order. */
export function readDocument(database: DatabaseSync, documentId: number): Passage[] {
  return database
    .prepare(
      `SELECT ${COLUMNS} FROM document AS d
       CROSS JOIN passage AS p ON p.id BETWEEN d.first_passage AND d.first_passage + d.passages - 1
       CROSS JOIN kind AS k ON k.id = d.kind_id
       WHERE d.id = ? ORDER BY p.id`,
    )
    .all(documentId)
    .map(row => toPassage(row, 0))
}

function toPassage(row: Row, score: number): Passage {
  const tableHeader = row['table_header']
  return {
    documentId: Number(row['document_id']),
    title: String(row['title']),
    ...toSource(row),
    start: Number(row['start']),
    text: String(row['text']),
    headings: strings(row['headings']),
    ...(typeof tableHeader === 'string' && { tableHeader }),
    score,
  }
}

/** Returns the details that a policy checks. */
export function toSource(
  row: Row,
): Pick<Passage, 'url' | 'publishedOn' | 'language' | 'countries' | 'rating'> {
  const { published_on: publishedOn, rating } = row
  const language = String(row['language'] ?? '')
  const countries = strings(row['countries'])
  return {
    url: String(row['url'] ?? ''),
    ...(typeof publishedOn === 'string' && { publishedOn }),
    ...(language !== '' && { language }),
    ...(countries.length > 0 && { countries }),
    ...((rating === 'mature' || rating === 'adult') && { rating }),
  }
}

function strings(json: SQLOutputValue | undefined): readonly string[] {
  return typeof json === 'string' && json !== '' ? JSON.parse(json) : []
}
