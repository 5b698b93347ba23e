import { languageTag } from '../text/language-tag.ts'
import { decodeText } from './decode-text.ts'
import type { Draft, ExtractOptions } from './extraction.ts'
import { htmlFragmentText } from './html/extract-html.ts'
import { isJsonObject, type JsonObject, jsonText, parseJson } from './json-text.ts'
import { normalizeText, proseLine } from './normalize-text.ts'
import { parseDate } from './parse-date.ts'

const URL_KEYS = ['url', 'canonicalurl', 'link', 'uri', 'href']
const ID_KEYS = ['id', 'docid', 'documentid', 'uid', 'uuid', 'slug', 'key']
const TITLE_KEYS = ['title', 'headline', 'name']
const BODY_KEYS = ['text', 'content', 'body', 'article', 'abstract', 'markdown', 'html']
const DATE_KEYS = [
  'publishedon',
  'publishedat',
  'datepublished',
  'published',
  'publicationdate',
  'pubdate',
  'date',
  'updated',
  'updatedat',
  'updatedon',
  'lastupdated',
  'modified',
  'datemodified',
  'lastmodified',
  'created',
  'createdat',
]
const LANGUAGE_KEYS = ['language', 'lang']
const LONGEST_ID = 300
const LONGEST_KEY = 40

/**
 * One document, or one for each element of a list (or line of JSON Lines) if every one of them is a
 * text with an identity of its own: an address, or an id that no other has.
 */
export function extractJson(bytes: Uint8Array, _: ExtractOptions): Draft | Draft[] {
  const value = parseJson(decodeText(bytes))
  if (Array.isArray(value) && value.length > 1) {
    const records = value.map(element => (isJsonObject(element) ? jsonRecord(element) : undefined))
    const found = records.filter(record => record !== undefined)
    const identities = new Set(found.map(({ recordId }) => recordId))
    if (identities.size === value.length) return found
  }
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  const record = isJsonObject(only) ? jsonRecord(only) : undefined
  if (!record) return { text: jsonText(value), ...(isJsonObject(only) && jsonDetails(only)) }
  const { recordId: _id, ...draft } = record
  return draft
}

type Entries = ReadonlyMap<string, { readonly key: string; readonly value: string }>

/** Reads an object that has a text and an identity: an address or an ID. */
function jsonRecord(object: JsonObject): Draft | undefined {
  const entries = textEntries(object)
  const body = find(entries, BODY_KEYS)
  const url = find(entries, URL_KEYS)
  const isAddress = url && /^https?:\/\/\S+$/i.test(url.value)
  const id = find(entries, ID_KEYS)
  const recordId = id?.value ?? (isAddress ? url.value : '')
  if (!body || recordId === '' || recordId.length > LONGEST_ID) return undefined
  const { draft, used } = readDetails(entries)
  const told = [body.key, id?.key, isAddress && url.key, ...used]
  const others = Object.entries(object).filter(([key]) => !told.includes(key))
  return {
    recordId,
    text: `${bodyText(body.value)}\n\n${jsonText(Object.fromEntries(others))}`,
    ...(isAddress && { url: url.value }),
    ...draft,
  }
}

/** Reads an object's details about itself: title, date and language. */
function jsonDetails(object: JsonObject): Omit<Draft, 'text'> {
  return readDetails(textEntries(object)).draft
}

/** Returns the details, and the keys that they cover. */
function readDetails(entries: Entries) {
  const title = find(entries, TITLE_KEYS)
  const date = find(entries, DATE_KEYS)
  const spoken = find(entries, LANGUAGE_KEYS)
  const publishedOn = parseDate(date?.value)
  const language = languageTag(spoken?.value)
  return {
    draft: {
      ...(title && { title: title.value }),
      ...(publishedOn && { publishedOn }),
      ...(language && { language }),
    },
    used: [title?.key, publishedOn && date?.key, language && spoken?.key],
  }
}

/** Returns an object's texts by their keys, in lower case and without punctuation. */
function textEntries(object: JsonObject): Entries {
  const entries = new Map<string, { key: string; value: string }>()
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'string' || value.trim() === '' || key.length > LONGEST_KEY) continue
    const plain = key.toLowerCase().replace(/[^\p{L}\d]/gu, '')
    if (!entries.has(plain)) entries.set(plain, { key, value: value.trim() })
  }
  return entries
}

function find(entries: Entries, keys: readonly string[]) {
  return keys.map(key => entries.get(key)).find(entry => entry !== undefined)
}

function bodyText(body: string): string {
  if (/^\s*<[a-z!][^<>]{0,500}>/i.test(body)) return htmlFragmentText(body)
  return normalizeText(body).split('\n').map(proseLine).join('\n')
}
