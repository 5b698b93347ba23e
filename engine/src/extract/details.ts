import { languageTag } from '../text/language-tag.ts'
import type { Details } from './extraction.ts'
import { parseDate } from './parse-date.ts'

/** The names by which pages, front matter and JSON records state details, as `plainKey` writes them. */
const NAMES = {
  title: ['ogtitle', 'title', 'headline', 'name'],
  url: ['canonicalurl', 'canonical', 'ogurl', 'url', 'permalink', 'link', 'uri', 'href', 'source'],
  date: [
    ...['articlepublishedtime', 'ogpublishedtime', 'datepublished', 'publishedon', 'publishedat'],
    ...['published', 'publicationdate', 'citationpublicationdate', 'citationdate', 'publishdate'],
    ...[
      'pubdate',
      'parselypubdate',
      'dcdate',
      'dcdateissued',
      'dctermsissued',
      'dctermsdate',
      'date',
    ],
    ...['updated', 'updatedat', 'updatedon', 'lastupdated', 'modified', 'datemodified'],
    ...['lastmodified', 'created', 'createdat', 'dctermscreated'],
  ],
  language: ['language', 'lang', 'locale', 'contentlanguage', 'oglocale'],
}

/** Reads the details that a document states about itself under these keys. */
export function readDetails(values: ReadonlyMap<string, string>): Details {
  const stated = (names: readonly string[]) => names.flatMap(name => values.get(name) ?? [])
  return {
    title: stated(NAMES.title)[0],
    url: stated(NAMES.url).find(value => /^https?:\/\/\S+$/i.test(value)),
    publishedOn: firstOf(stated(NAMES.date), parseDate),
    language: firstOf(stated(NAMES.language), languageTag),
  }
}

/** Writes a key in lower case and without punctuation. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, '')
}

/** Returns the first result that is not undefined. */
export function firstOf<From, To>(
  values: Iterable<From>,
  read: (value: From) => To | undefined,
): To | undefined {
  for (const value of values) {
    const found = read(value)
    if (found !== undefined) return found
  }
  return undefined
}
