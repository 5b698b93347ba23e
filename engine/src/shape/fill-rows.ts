import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { cellNumber } from '../tables/cell-number.ts'
import { chooseValue } from './choose-value.ts'
import { itemFields } from './field-cites.ts'
import type { Cite, Filled, Filling } from './filling.ts'
import { hasFormat } from './formats.ts'
import { isMeantBy, isPlainRequest } from './meant.ts'
import type { Place } from './place.ts'
import { allStems, wordsOfName } from './property-words.ts'
import { readDate } from './read-date.ts'
import { type Row, type RowTable, readRows } from './read-rows.ts'
import { branchesOf, readSchema, textOf, typesOf } from './read-schema.ts'

const MOST_ROWS = 500

/**
 * A list from the rows of the one table that has a column for each property, or from the column that
 * is called like the list. Undefined where no table fits or the question wants only some of its rows.
 */
export async function fillRows(
  filling: Filling,
  items: JsonObject,
  { place, most }: { place: Place; most: number },
): Promise<Filled | undefined> {
  const tables = readRows(await filling.documents()).filter(table => isFit(filling, place, table))
  const lists = tables
    .map(table => listOf(filling, items, { table, place }))
    .filter(list => list !== undefined)
  const [list] = lists.length === 1 ? lists : []
  if (!list || list.length === 0 || (list.length > MOST_ROWS && list.length > most)) {
    return undefined
  }
  const kept = list.slice(0, most)
  const listed = kept.map(({ value, row }) => ({ value, cites: [citeOf(row)] }))
  return {
    value: listed.map(({ value }) => value),
    cites: listed.flatMap(({ cites }) => cites),
    fields: itemFields(listed, place.pointer),
  }
}

interface Item {
  readonly value: unknown
  readonly row: Row
}

function listOf(
  filling: Filling,
  items: JsonObject,
  { table, place }: { table: RowTable; place: Place },
): Item[] | undefined {
  for (const branch of branchesOf(filling.schema, items)) {
    const { properties } = branch
    const values = isJsonObject(properties)
      ? objectsOf(filling, properties, table)
      : columnOf(filling, branch, { table, name: place.path.at(-1) ?? '' })
    if (values) return values
  }
  return undefined
}

function objectsOf(filling: Filling, properties: JsonObject, table: RowTable): Item[] | undefined {
  const columns = Object.entries(properties).map(([name, property]) => ({
    name,
    at: columnCalled(table, wordsOfName(name)),
    schema: readSchema(filling.schema, property),
  }))
  if (columns.length < 2 || columns.some(({ at }) => at === undefined)) return undefined
  const list: Item[] = []
  for (const row of table.rows) {
    const entries = columns.map(({ name, at, schema }) => {
      filling.spend()
      return [name, cellValue(filling, schema, row.cells[at ?? -1]?.text ?? '')] as const
    })
    if (entries.some(([, value]) => value === undefined)) return undefined
    list.push({ value: Object.fromEntries(entries), row })
  }
  return list
}

/** Each value of a column once. */
function columnOf(
  filling: Filling,
  schema: JsonObject,
  { table, name }: { table: RowTable; name: string },
): Item[] | undefined {
  const at = columnCalled(table, name)
  if (at === undefined) return undefined
  const list = new Map<unknown, Item>()
  for (const row of table.rows) {
    filling.spend()
    const value = cellValue(filling, schema, row.cells[at]?.text ?? '')
    if (value === undefined) return undefined
    if (!list.has(value)) list.set(value, { value, row })
  }
  return [...list.values()]
}

/** The one column that goes by these words; singular or plural, and whatever joins them. */
function columnCalled({ header }: RowTable, name: string): number | undefined {
  const key = keyOf(name)
  const found = header.flatMap((text, at) => (keyOf(wordsOfName(text)) === key ? [at] : []))
  return key !== '' && found.length === 1 ? found[0] : undefined
}

function keyOf(words: string): string {
  return allStems(words).toSorted().join(' ')
}

function cellValue(filling: Filling, schema: JsonObject, text: string): unknown {
  for (const branch of branchesOf(filling.schema, schema)) {
    for (const type of typesOf(branch)) {
      const value = scalarOf(branch, type, text.trim())
      if (value !== undefined) return value
    }
  }
  return undefined
}

function scalarOf(schema: JsonObject, type: string, text: string): unknown {
  if (type === 'null') return text === '' ? null : undefined
  if (text === '') return undefined
  const allowed = schema['enum']
  if (Array.isArray(allowed)) return chooseValue(allowed, text)
  const format = textOf(schema['format'])
  if (type === 'string') {
    const value = format === 'date' ? readDate(text) : text
    return value !== undefined && hasFormat(value, format) ? value : undefined
  }
  if (type === 'boolean') {
    if (/^(?:yes|true)$/i.test(text)) return true
    return /^(?:no|false)$/i.test(text) ? false : undefined
  }
  const value = cellNumber(text)?.value
  return type === 'integer' && !Number.isSafeInteger(value) ? undefined : value
}

/** About what the question is about, and asked for as a whole. */
function isFit(
  { meant, question, subjects }: Filling,
  { subject, path }: Place,
  { passage, header }: RowTable,
): boolean {
  const own = subject ? [subject] : subjects
  const isOwn = own.some(one => one.documentIds.includes(passage.documentId))
  const text = header.join(' ')
  if (own.length > 0 ? !isOwn : !isMeantBy(meant, passage)) return false
  const said = [
    passage.title,
    ...passage.headings,
    text,
    path.join(' '),
    ...own.map(one => one.name),
  ]
  return isPlainRequest(question, said.join(' '))
}

function citeOf({ passage, line }: Row): Cite {
  return { passage, enter: ledger => [ledger.enter(passage, line)] }
}
