import { languageTag } from '../text/language-tag.ts'
import { declaredCharset } from './declared-charset.ts'
import { decodeText } from './decode-text.ts'
import type { Draft } from './draft.ts'
import type { ExtractOptions } from './extract-options.ts'
import { splitFrontMatter } from './front-matter.ts'
import { markdownText } from './markdown-text.ts'
import { parseDate } from './parse-date.ts'

/** File names that say nothing about the content. */
const GENERIC_NAME = /(?:^|\/)(?:readme|index|about|docs?|overview|_index)(?:\.[a-z]+)?$/i

export function extractMarkdown(
  bytes: Uint8Array,
  { contentType, url: address, fileName = new URL(address).pathname }: ExtractOptions,
): Draft {
  const source = decodeText(bytes, declaredCharset(contentType)).replace(/\r\n?/g, '\n')
  const { values, body } = splitFrontMatter(source)
  const first = (...keys: string[]) => keys.map(key => values.get(key)).find(Boolean)
  const text = markdownText(body)
  const title = first('title') ?? titleIn(text, { isNamed: !GENERIC_NAME.test(fileName) })
  const url = first('url', 'canonical_url', 'canonical', 'permalink', 'source')
  const publishedOn = parseDate(first('date', 'published', 'publishdate', 'pubdate', 'created'))
  const language = languageTag(first('lang', 'language', 'locale'))
  return {
    text,
    ...(title && { title }),
    ...(url && { url }),
    ...(publishedOn && { publishedOn }),
    ...(language && { language }),
  }
}

/**
 * Returns the first-level heading that opens the document if it is the only one. Several are sections,
 * and the file name says more than the first of them, unless it is generic.
 */
function titleIn(text: string, { isNamed }: { readonly isNamed: boolean }): string | undefined {
  const [first, ...others] = Array.from(text.matchAll(/^(#{1,6}) (.+)$/gm))
  const isAlone = others.every(([, signs]) => signs !== '#')
  return first?.[1] === '#' && (isAlone || !isNamed) ? first[2] : undefined
}
