import { languageTag } from '../text/language-tag.ts'
import { declaredCharset } from './declared-charset.ts'
import { decodeText } from './decode-text.ts'
import type { Draft } from './draft.ts'
import type { ExtractOptions } from './extract-options.ts'
import { splitFrontMatter } from './front-matter.ts'
import { markdownText } from './markdown-text.ts'
import { parseDate } from './parse-date.ts'

export function extractMarkdown(bytes: Uint8Array, { contentType }: ExtractOptions): Draft {
  const source = decodeText(bytes, declaredCharset(contentType)).replace(/\r\n?/g, '\n')
  const { values, body } = splitFrontMatter(source)
  const first = (...keys: string[]) => keys.map(key => values.get(key)).find(Boolean)
  const text = markdownText(body)
  const title = first('title') ?? /^#{1,2} (.+)$/m.exec(text)?.[1]
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
