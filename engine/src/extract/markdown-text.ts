import { tableRow } from '../text/blocks.ts'
import { markdownInline } from './markdown-inline.ts'
import { normalizeLine, proseLine } from './normalize-text.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const LONGEST_TABLE_RULE = 2000
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const QUOTE = /^(?:[ \t]*>[ \t]?)+/
const REFERENCE = /^ {0,3}\[[^[\]]{1,200}\]:[ \t]*\S/

/** Markdown as `text/blocks.ts` writes it: marks dropped, paragraphs on one line, code as prose. */
export function markdownText(source: string): string {
  const lines = withoutComments(source).split('\n')
  const written: string[] = []
  let paragraph: string[] = []
  let fence: string | undefined
  const endParagraph = () => {
    const text = normalizeLine(paragraph.map(markdownInline).join(' '))
    if (text !== '') written.push(proseLine(text))
    paragraph = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replace(QUOTE, '')
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      else written.push(proseLine(normalizeLine(line)))
      continue
    }
    const [, signs, title = ''] = HEADING.exec(line) ?? []
    const underline = UNDERLINE.exec(line)?.[1]
    if (mark) {
      endParagraph()
      fence = mark
    } else if (signs) {
      endParagraph()
      const heading = normalizeLine(markdownInline(title)).replace(/ #+$/, '')
      if (heading !== '') written.push('', `${signs} ${heading}`, '')
    } else if (underline && paragraph.length > 0) {
      const heading = normalizeLine(paragraph.map(markdownInline).join(' '))
      paragraph = []
      written.push('', `${underline.startsWith('=') ? '#' : '##'} ${heading}`, '')
    } else if (line.trim() === '') {
      endParagraph()
      written.push('')
    } else if (RULE.test(line) || REFERENCE.test(line)) endParagraph()
    else if (line.includes('|') && isTableRule(lines[at + 1] ?? '')) {
      endParagraph()
      at = writeTable(written, lines, at)
    } else {
      if (ITEM.test(line) || /^[ \t]*\|/.test(line)) endParagraph()
      paragraph.push(line.replace(ITEM, ''))
      // Two spaces or a backslash at the end break the line.
      if (/(?: {2}|\\)$/.test(line)) endParagraph()
    }
  }
  endParagraph()
  return written.join('\n')
}

function isTableRule(line: string): boolean {
  return line.length <= LONGEST_TABLE_RULE && TABLE_RULE.test(line)
}

/** By hand, because an expression would look for the end of each comment that has none. */
function withoutComments(source: string): string {
  const kept: string[] = []
  let at = 0
  while (true) {
    const start = source.indexOf('<!--', at)
    const end = start === -1 ? -1 : source.indexOf('-->', start + 4)
    if (end === -1) return kept.join('') + source.slice(at)
    kept.push(source.slice(at, start))
    at = end + 3
  }
}

function writeTable(written: string[], lines: readonly string[], start: number): number {
  let at = start
  written.push('')
  for (; (lines[at] ?? '').includes('|'); at += 1) {
    const line = lines[at] ?? ''
    if (at !== start + 1) written.push(tableRow(tableCells(line).map(markdownInline)))
  }
  written.push('')
  return at - 1
}

function tableCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim())
}
