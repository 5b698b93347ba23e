import { isModest } from '@footnote/contract/report/is-modest'
import { splitMarkers } from '@footnote/contract/report/markers'
import { plainLine, plainText } from '@footnote/contract/report/plain-text'
import { sealMarkers } from '@footnote/contract/report/seal-markers'
import type { Source } from './source.ts'
import { titleOf } from './title-of.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const INLINE_CODE = /((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))/

/** A report as a Markdown file: the question as title, the markers as footnotes. */
export function toMarkdown({
  question,
  text,
  sources,
}: {
  question: string | undefined
  text: string
  sources: readonly Source[]
}): string {
  const title = titleOf(question)
  const notes = sources.map(
    (source, index) => `[^${index + 1}]: ${escapeText(source.title)}${addressOf(source)}`,
  )
  return [
    ...(title === undefined ? [] : [`# ${escapeText(title)}`]),
    withFootnotes(plainText(text), sources.length).trim(),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

/**
 * Works line by line because code stays unchanged, as does text the page cannot read as Markdown.
 */
function withFootnotes(text: string, sourceCount: number): string {
  if (!isModest(sealMarkers(text, sourceCount).text)) return text
  let fence: string | undefined
  const lines = text.split('\n').map(line => {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      return line
    }
    if (mark !== undefined) {
      fence = mark
      return line
    }
    return footnotesInLine(line, sourceCount)
  })
  // An open fence would swallow the footnotes below.
  return fence === undefined ? lines.join('\n') : [...lines, fence].join('\n')
}

function footnotesInLine(line: string, sourceCount: number): string {
  const parts = line.split(INLINE_CODE)
  // `split` adds the inner group, the backticks, after each code span.
  return parts
    .map((part, index) => {
      if (index % 3 === 1) return part
      if (index % 3 === 2) return ''
      return splitMarkers(part, sourceCount)
        .map(piece =>
          piece.kind === 'citation'
            ? piece.numbers.map(number => `[^${number}]`).join('') + piece.rest
            : // The report's own footnotes must not take the place of its sources.
              piece.text.replaceAll('[^', '\\[^'),
        )
        .join('')
    })
    .join('')
}

function addressOf({ href, address, title }: Source): string {
  if (href === undefined) return address === title ? '' : `, ${escapeText(address)}`
  return `, <${href.replaceAll('<', '%3C').replaceAll('>', '%3E')}>`
}

/** Escapes a title so that nothing in it is Markdown or HTML. */
function escapeText(text: string): string {
  return plainLine(text).replace(/[\\`*_{}[\]()<>#+\-.!|~&:@$^=]/g, '\\$&')
}
