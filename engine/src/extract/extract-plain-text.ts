import { declaredCharset } from './declared-charset.ts'
import { decodeText } from './decode-text.ts'
import type { Draft } from './draft.ts'
import type { ExtractOptions } from './extract-options.ts'
import { normalizeLine } from './normalize-text.ts'
import { unwrapLines } from './unwrap-lines.ts'

const LONGEST_TITLE = 100

export function extractPlainText(bytes: Uint8Array, { contentType }: ExtractOptions): Draft {
  const text = decodeText(bytes, declaredCharset(contentType)).replace(/\r\n?/g, '\n')
  const first = normalizeLine(text.slice(0, 2000).trimStart().split('\n')[0] ?? '')
  const title = first.replace(/^#{1,6}\s+/, '')
  // A first line that ends like a sentence is the beginning of the text, not its name.
  const isTitle = title !== '' && title.length <= LONGEST_TITLE && !/[.;,:|]$/.test(title)
  return { text: unwrapLines(text), ...(isTitle && { title }) }
}
