import { readText } from './decode-text.ts'
import type { Draft, ExtractOptions } from './extraction.ts'
import { lineJoiner } from './join-lines.ts'
import { normalizeLine } from './normalize-text.ts'

const LONGEST_TITLE = 100
/** Text with longer lines than this was not broken to fit a width. */
const WIDEST_WRAP = 100
const NARROWEST_WRAP = 40
/** Beginnings of a new line: a bullet, a list number, a row, a heading. */
const STARTS_LINE = /^(?:[-*+•–|#>]|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/i
/** Characters that a full line may be short of the width. */
const SLACK = 4

export function extractPlainText(bytes: Uint8Array, options: ExtractOptions): Draft {
  const text = readText(bytes, options)
  const first = normalizeLine(text.slice(0, 2000).trimStart().split('\n')[0] ?? '')
  const title = first.replace(/^#{1,6}\s+/, '')
  // A first line that ends like a sentence begins the text and is no title.
  const isTitle = title !== '' && title.length <= LONGEST_TITLE && !/[.;,:|]$/.test(title)
  return { text: unwrapLines(text), ...(isTitle && { title }) }
}

/**
 * Joins the lines that were broken only to fit a width, because a line break ends a sentence. A
 * line was if the next line's first word would not have fitted on it.
 */
function unwrapLines(text: string): string {
  const lines = text.split('\n').map(line => line.trimEnd())
  const width = usualWidth(lines)
  if (width === undefined) return text
  const join = lineJoiner(text, { breaksWords: false })
  const joined: string[] = []
  let last = ''
  for (const line of lines) {
    const word = /^\s*(\S*)/.exec(line)?.[1] ?? ''
    const isFull = last.length + 1 + word.length > width - SLACK && last.length <= width + SLACK
    if (last !== '' && word !== '' && isFull && !STARTS_LINE.test(line.trimStart())) {
      joined.push(join(joined.pop() ?? '', line.trimStart()))
    } else joined.push(line)
    last = line
  }
  return joined.join('\n')
}

function usualWidth(lines: readonly string[]): number | undefined {
  const lengths = lines
    .map(line => line.length)
    .filter(length => length > 0)
    .sort((left, right) => left - right)
  const width = lengths[Math.floor(lengths.length * 0.95)] ?? 0
  return width >= NARROWEST_WRAP && width <= WIDEST_WRAP ? width : undefined
}
