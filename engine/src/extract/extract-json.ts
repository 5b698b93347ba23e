import { tableRow } from '../text/blocks.ts'
import { languageTag } from '../text/language-tag.ts'
import { decodeText } from './decode-text.ts'
import { plainKey, readDetails } from './details.ts'
import { type Draft, ExtractError, MAX_RECORDS, MAX_TABLE_CELLS } from './extraction.ts'
import { htmlFragmentText } from './html/extract-html.ts'
import { normalizeLine, normalizeText, proseLine } from './normalize-text.ts'
import { parseDate } from './parse-date.ts'

const ID_KEYS = ['id', 'docid', 'documentid', 'uid', 'uuid', 'slug', 'key']
const BODY_KEYS = ['text', 'content', 'body', 'article', 'abstract', 'markdown', 'html']
const LONGEST_ID = 300
const LONGEST_KEY = 40

/**
 * One document, or one for each element of a list (or line of JSON Lines) if every one of them is a
 * text with an identity of its own: an address, or an id that no other has.
 */
export function extractJson(bytes: Uint8Array): Draft | Draft[] {
  const value = parseJson(decodeText(bytes))
  const elements = Array.isArray(value) ? value : [value]
  const records = elements.flatMap(element => (isJsonObject(element) && jsonRecord(element)) || [])
  const identities = new Set(records.map(({ recordId }) => recordId))
  if (elements.length > 1 && identities.size === elements.length) return records
  const [only] = elements
  if (elements.length > 1 || !isJsonObject(only)) return { text: jsonText(value) }
  const [record] = records
  if (!record) return { text: jsonText(value), ...readDetails(textsOf(only)) }
  return { ...record, recordId: undefined }
}

/** Reads an object that has a text and an identity: an address or an ID. */
function jsonRecord(object: JsonObject): Draft | undefined {
  const texts = textsOf(object)
  const details = readDetails(texts)
  const bodyKey = BODY_KEYS.find(key => texts.has(key)) ?? ''
  const body = texts.get(bodyKey)
  const id = ID_KEYS.map(key => texts.get(key)).find(Boolean)
  const recordId = id ?? details.url ?? ''
  if (!body || recordId === '' || recordId.length > LONGEST_ID) return undefined
  const told = [body, id, ...Object.values(details)]
  const isTold = (value: string) =>
    [value, parseDate(value), languageTag(value)].some(form => form && told.includes(form))
  const others = Object.entries(object).filter(
    ([, value]) => typeof value !== 'string' || !isTold(value.trim()),
  )
  return {
    ...details,
    recordId,
    text: `${bodyText(body)}\n\n${jsonText(Object.fromEntries(others))}`,
  }
}

/** Returns an object's texts by their keys. */
function textsOf(object: JsonObject): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'string' || value.trim() === '' || key.length > LONGEST_KEY) continue
    const plain = plainKey(key)
    if (!texts.has(plain)) texts.set(plain, value.trim())
  }
  return texts
}

function bodyText(body: string): string {
  if (/^\s*<[a-z!][^<>]{0,500}>/i.test(body)) return htmlFragmentText(body)
  return normalizeText(body).split('\n').map(proseLine).join('\n')
}

const DEEPEST_HEADING = 6
const MOST_COLUMNS = 200
/** A longer value of several lines stays in paragraphs under its label. */
const LONGEST_JOINED = 500
const HTML_TAG =
  /<\/?(?:p|br|b|i|em|strong|ul|ol|li|a|div|span|h[1-6]|table|sup|sub)\b[^<>]{0,500}>/i

/** Writes a value as sections, fields and tables. */
function jsonText(value: JsonValue): string {
  const lines: string[] = []
  writeValue(lines, value, { path: [], level: 1 })
  return lines.join('\n')
}

/** The place of a value: the labels since the last heading, and the level of the next one. */
interface Place {
  readonly path: readonly string[]
  readonly level: number
}

function writeValue(lines: string[], value: JsonValue, place: Place): void {
  const table = Array.isArray(value) ? toTable(value) : undefined
  if (isLeaf(value)) writeField(lines, leafText(value), place)
  else if (table) {
    if (place.path.length > 0) lines.push('', proseLine(place.path.join(' — ')))
    for (const row of table) lines.push(tableRow(row))
    lines.push('')
  } else writeEntries(lines, entriesOf(value), place)
}

/** Returns the parts of a value with their labels. */
function entriesOf(value: JsonValue): [string, JsonValue][] {
  if (isJsonObject(value)) return Object.entries(value).map(([key, part]) => [labelOf(key), part])
  return Array.isArray(value)
    ? value.map((part, at) => [nameOf(part) ?? String(at + 1), part] as const)
    : []
}

function writeEntries(
  lines: string[],
  entries: readonly [string, JsonValue][],
  place: Place,
): void {
  // A field after a section would read as part of that section.
  const leaves = entries.filter(([, value]) => isLeaf(value))
  const others = entries.filter(([, value]) => !isLeaf(value))
  for (const [label, value] of [...leaves, ...others]) {
    const path = [...place.path, label]
    const isSection =
      !isLeaf(value) && (place.level === 1 || !isJsonObject(value) || !isFlat(value))
    if (isSection && place.level <= DEEPEST_HEADING) {
      lines.push('', `${'#'.repeat(place.level)} ${path.join(' — ')}`, '')
      writeValue(lines, value, { path: [], level: place.level + 1 })
    } else writeValue(lines, value, { ...place, path })
  }
}

function writeField(lines: string[], text: string, { path }: Place): void {
  if (text === '') return
  const label = path.join(' — ')
  if (text.includes('\n') && text.length > LONGEST_JOINED) {
    lines.push('', ...(label ? [`${label}:`] : []))
    for (const line of text.split('\n')) lines.push(proseLine(line))
    lines.push('')
    return
  }
  const value = text.replace(/\s*\n\s*/g, ' ')
  lines.push(label ? `${label}: ${value}` : proseLine(value))
}

/** Returns whether a value has no parts: plain, or a list of such. */
function isLeaf(value: JsonValue): boolean {
  if (isPlain(value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return Object.keys(value).length === 0
}

function leafText(value: JsonValue): string {
  if (value === null) return ''
  if (typeof value === 'string') {
    return HTML_TAG.test(value) ? htmlFragmentText(value) : normalizeText(value)
  }
  if (typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return ''
  const items = value.map(item => normalizeLine(leafText(item)))
  return items.join(items.some(item => item.includes(',')) ? '; ' : ', ')
}

function toTable(values: readonly JsonValue[]): string[][] | undefined {
  const rows = values.filter(value => value !== null)
  if (rows.length === 0) return undefined
  if (rows.every(row => Array.isArray(row) && row.every(isPlain))) {
    return rows.map(row => (row as JsonValue[]).map(cellText))
  }
  const objects = rows.filter(isJsonObject)
  if (objects.length < rows.length || !objects.every(isFlat)) return undefined
  const keys = [...new Set(objects.flatMap(Object.keys))]
  if (keys.length > MOST_COLUMNS) return undefined
  if (keys.length * objects.length > MAX_TABLE_CELLS) {
    throw new ExtractError(`has a list of more than ${MAX_TABLE_CELLS} values; split it`)
  }
  return [keys.map(labelOf), ...objects.map(row => keys.map(key => cellText(row[key] ?? null)))]
}

function cellText(value: JsonValue): string {
  return normalizeLine(leafText(value))
}

function isPlain(value: JsonValue | undefined): value is string | boolean | null {
  return typeof value !== 'object' || value === null
}

/** Returns whether no value has parts of its own. */
function isFlat(object: JsonObject): boolean {
  return Object.values(object).every(isLeaf)
}

function nameOf(object: JsonValue): string | undefined {
  if (!isJsonObject(object)) return undefined
  const name = ['name', 'title', 'label', 'id'].map(key => object[key]).find(isPlain)
  return typeof name === 'string' && name.length <= 100 ? labelOf(name) : undefined
}

/** Writes a key as words, without the punctuation that ends a label. */
function labelOf(key: string): string {
  const words = key.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
  return normalizeLine(words.replace(/[:|!?\n]+/g, ' ').replaceAll('.', '')) || '-'
}

/** A JSON value whose numbers are strings as in the file, so that 1.10 stays 1.10. */
type JsonValue = string | boolean | null | readonly JsonValue[] | JsonObject

interface JsonObject {
  readonly [key: string]: JsonValue
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value of a file, or the values of its lines for JSON Lines. */
function parseJson(text: string): JsonValue {
  try {
    return parseValue(text)
  } catch (error) {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    if (error instanceof RangeError || lines.length < 2 || lines.length > MAX_RECORDS)
      throw invalid(error)
    return lines.map((line, at) => {
      try {
        return parseValue(line)
      } catch (cause) {
        // If not even the first line is a value, these are no JSON Lines.
        throw at === 0 ? invalid(error) : invalid(cause, ` on line ${at + 1} of its lines`)
      }
    })
  }
}

/** Node passes a reviver the source text of a value; the types lack it. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

function parseValue(text: string): JsonValue {
  const keepNumber: Reviver = (_, value, { source }) =>
    typeof value === 'number' ? (source ?? String(value)) : value
  return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown)
}

function invalid(cause: unknown, where = ''): ExtractError {
  if (cause instanceof RangeError)
    return new ExtractError('is nested too deep; flatten it', { cause })
  const reason = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
  return new ExtractError(`is not valid JSON${where}: ${reason}`, { cause })
}
