import type { Draft } from './draft.ts'
import { htmlFragmentText } from './extract-html.ts'
import { jsonText } from './json-text.ts'
import { languageTag } from './language-tag.ts'
import { normalizeText, proseLine } from './normalize-text.ts'
import { parseDate } from './parse-date.ts'
import type { JsonObject } from './parse-json.ts'

const URL_KEYS = ['url', 'canonical_url', 'link', 'uri', 'href']
const ID_KEYS = ['id', '_id', 'doc_id', 'document_id', 'uid', 'uuid', 'slug', 'key']
const TITLE_KEYS = ['title', 'headline', 'name']
const BODY_KEYS = ['text', 'content', 'body', 'article', 'abstract', 'markdown', 'html']
const DATE_KEYS = [
  'publishedOn',
  'published_on',
  'published_at',
  'publishedAt',
  'datePublished',
  'date_published',
  'published',
  'pub_date',
  'date',
  'created_at',
]
const LANGUAGE_KEYS = ['language', 'lang']
const LONGEST_ID = 300

/** An object that is a text with an identity: its address, or else its id. */
export function jsonRecord(object: JsonObject): Draft | undefined {
  const body = entry(object, BODY_KEYS)
  const url = entry(object, URL_KEYS)
  const isAddress = /^https?:\/\/\S+$/i.test(url.value)
  const id = entry(object, ID_KEYS)
  const recordId = id.value || (isAddress ? url.value : '')
  if (body.value === '' || recordId === '' || recordId.length > LONGEST_ID) return undefined
  const title = entry(object, TITLE_KEYS)
  const date = entry(object, DATE_KEYS)
  const publishedOn = parseDate(date.value)
  const spoken = entry(object, LANGUAGE_KEYS)
  const language = languageTag(spoken.value)
  const told = [body, id, title, ...(isAddress ? [url] : []), ...(publishedOn ? [date] : [])]
  const used = new Set([...told, ...(language ? [spoken] : [])].map(({ key }) => key))
  const others = Object.entries(object).filter(([key]) => !used.has(key))
  return {
    recordId,
    text: `${bodyText(body.value)}\n\n${jsonText(Object.fromEntries(others))}`,
    ...(title.value && { title: title.value }),
    ...(isAddress && { url: url.value }),
    ...(publishedOn && { publishedOn }),
    ...(language && { language }),
  }
}

function entry(object: JsonObject, keys: readonly string[]) {
  const key = keys.find(name => typeof object[name] === 'string' && object[name] !== '')
  const value = key === undefined ? '' : object[key]
  return { key, value: typeof value === 'string' ? value.trim() : '' }
}

function bodyText(body: string): string {
  if (/^\s*<[a-z!][^<>]{0,500}>/i.test(body)) return htmlFragmentText(body)
  return normalizeText(body).split('\n').map(proseLine).join('\n')
}
