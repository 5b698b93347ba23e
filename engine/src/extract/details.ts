import { languageTag } from '../text/language-tag.ts'
import names from './detail-names.json' with { type: 'json' }
import type { Details } from './extraction.ts'
import { parseDate } from './parse-date.ts'

/** Reads the details that a document states about itself, under the names that pages, front matter and JSON records use. */
export function readDetails(values: ReadonlyMap<string, string>): Details {
  const stated = (list: string) => list.split(' ').flatMap(name => values.get(name) ?? [])
  return {
    title: stated(names.title)[0],
    url: stated(names.url).find(value => /^https?:\/\/\S+$/i.test(value)),
    publishedOn: stated(names.date).values().map(parseDate).find(Boolean),
    language: stated(names.language).values().map(languageTag).find(Boolean),
  }
}

/** Writes a key in lower case and without punctuation. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, '')
}
