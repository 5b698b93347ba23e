import { languageTag } from '../text/language-tag.ts'
import { decodeText } from './decode-text.ts'
import { firstOf, plainKey, readDetails } from './details.ts'
import type { Draft } from './extraction.ts'
import { htmlFragmentText } from './html/extract-html.ts'
import { isJsonObject, type JsonObject, jsonText, parseJson } from './json-text.ts'
import { normalizeText, proseLine } from './normalize-text.ts'
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
  const id = firstOf(ID_KEYS, key => texts.get(key))
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
