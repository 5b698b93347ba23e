import { tableRow } from '../text/blocks.ts'
import { isPictures, markdownHeading, markdownInline } from './markdown-inline.ts'
import { normalizeLine, proseLine } from './normalize-text.ts'

const FENCE = /^[ \t]*(`{3,}(?!`)(?!.*`)|~{3,})/
const FENCE_END = /^[ \t]*(`{3,}|~{3,})[ \t]*$/
const INDENTED = /^(?: {4}|\t)/
/** READMEs often write their title in HTML to centre it. */
const HTML_HEADING = /^[ \t]*<h([1-6])(?:\s[^<>]{0,500})?>(.{0,1000})<\/h\1>[ \t]*$/i
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const LONGEST_TABLE_RULE = 2000
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const QUOTE = /^(?:[ \t]*>[ \t]?)+/
const REFERENCE = /^ {0,3}\[[^[\]]{1,200}\]:[ \t]*\S/

/**
 * Converts Markdown to the format of `text/blocks.ts`: marks dropped, paragraphs on one line. Blocks of
 * code and of images are left out, since they state nothing.
 */
export function markdownText(source: string): string {
  const lines = withoutComments(source).split('\n')
  const written: string[] = []
  let paragraph: string[] = []
  let isInList = false
  const endOfFence = fenceEnds(lines)
  const endParagraph = () => {
    const joined = paragraph.join(' ')
    const text = isPictures(joined) ? '' : normalizeLine(markdownInline(joined))
    if (text !== '') written.push(proseLine(text))
    paragraph = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replace(QUOTE, '')
    const fence = FENCE.exec(line)?.[1]
    const fenceEnd = fence === undefined ? undefined : endOfFence(at, fence)
    const [, signs, title = ''] = HEADING.exec(htmlHeading(line)) ?? []
    const underline = UNDERLINE.exec(line)?.[1]
    if (ITEM.test(line)) isInList = true
    else if (signs || (/^\S/.test(line) && paragraph.length === 0)) isInList = false
    if (fence !== undefined) {
      endParagraph()
      at = fenceEnd ?? at
    } else if (signs) {
      endParagraph()
      const heading = normalizeLine(markdownHeading(title)).replace(/ #+$/, '')
      if (heading !== '') written.push('', `${signs} ${heading}`, '')
    } else if (underline && paragraph.length > 0) {
      const heading = normalizeLine(markdownHeading(paragraph.join(' ')))
      paragraph = []
      written.push('', `${underline.startsWith('=') ? '#' : '##'} ${heading}`, '')
    } else if (line.trim() === '') {
      endParagraph()
      written.push('')
    } else if (RULE.test(line) || REFERENCE.test(line)) endParagraph()
    else if (INDENTED.test(line) && paragraph.length === 0 && !isInList) continue
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

/** Finds the line that closes a fence. Text after an unclosed fence is not code. */
function fenceEnds(lines: readonly string[]) {
  const unclosed = new Set<string>()
  return (start: number, fence: string): number | undefined => {
    // Each unclosed fence is searched to the end of the file only once, however often it occurs.
    if ([...unclosed].some(known => fence.startsWith(known))) return undefined
    for (let at = start + 1; at < lines.length; at += 1) {
      const end = FENCE_END.exec((lines[at] ?? '').replace(QUOTE, ''))?.[1]
      if (end?.startsWith(fence)) return at
    }
    unclosed.add(fence)
    return undefined
  }
}

function htmlHeading(line: string): string {
  return line.replace(HTML_HEADING, (_, level, title) => `${'#'.repeat(Number(level))} ${title}`)
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
