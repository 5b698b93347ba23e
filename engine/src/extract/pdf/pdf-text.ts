import { tableRow } from '../../text/blocks.ts'
import { lineJoiner } from '../join-lines.ts'
import { proseLine } from '../normalize-text.ts'
import { leftOf, type PdfLine, rightOf } from './pdf-lines.ts'
import { pdfTable, tableEnd } from './pdf-table.ts'

/** In units of the letter size: lines further apart begin a paragraph. */
const PARAGRAPH_GAP = 1.75
const INDENT = 0.8
const SAME_SIZE = 0.12
const HEADING_SIZE = 1.15
const LONGEST_HEADING = 150
const BULLET = /^[•●◦▪■□‣∙·–—*-]\s+/
const LIST_NUMBER = /^(?:(?:\d{1,3}|[a-zA-Z])[.)]\s|\d{1,2}(?:\.\d{1,2}){1,4}\s+\p{Lu})/u
const SENTENCE_END = /[.!?:;]["”’)\]]?$/
const PLACE_POINTS = 20

/** Writes the text of all pages: tables by aligned gaps, headings by size, lines joined to paragraphs. */
export function pdfText(pages: readonly (readonly PdfLine[])[]): string {
  const body = bodySize(pages.flat())
  const raw = pages.flat().map(lineText).join('\n')
  const join = lineJoiner(raw, { breaksWords: true })
  const isFull = findMargins(pages)
  const written: string[] = []
  // A paragraph may go on over the end of a page, whose mark then follows it.
  const turned: string[] = []
  let paragraph = ''
  let last: PdfLine | undefined
  const endParagraph = () => {
    if (paragraph !== '') written.push(proseLine(paragraph), '')
    written.push(...turned.splice(0))
    paragraph = ''
  }
  for (const [number, lines] of pages.entries()) {
    if (number > 0) turned.push('\f')
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at]
      if (!line) continue
      const end = tableEnd(lines, at)
      const table = end > at ? pdfTable(lines.slice(at, end)) : undefined
      if (table) {
        endParagraph()
        for (const row of table) written.push(tableRow(row))
        written.push('')
        at = end - 1
        last = undefined
        continue
      }
      const text = lineText(line)
      if (isHeading(line, body)) {
        const isContinued = last && isHeading(last, body) && goesOn(last, line, '')
        const title = isContinued ? written.splice(-2)[0] : undefined
        endParagraph()
        written.push(title ? `${title} ${text}` : `${headingSigns(line, body)} ${text}`, '')
      } else {
        const isContinued = last && isFull(last, line) && goesOn(last, line, paragraph)
        if (!isContinued) endParagraph()
        paragraph = paragraph === '' ? text.replace(BULLET, '') : join(paragraph, text)
      }
      last = line
    }
  }
  endParagraph()
  return written.join('\n')
}

export function lineText({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join(' ')
}

/** Returns whether a line belongs to the paragraph of the line before it. */
function goesOn(before: PdfLine, line: PdfLine, paragraph: string): boolean {
  const text = lineText(line)
  if (BULLET.test(text) || LIST_NUMBER.test(text) || before.hasLeader) return false
  if (Math.abs(before.size - line.size) > line.size * SAME_SIZE) return false
  const drop = before.y - line.y
  // A line further up is in another column or page, where only an unfinished sentence continues.
  if (drop <= 0) return !SENTENCE_END.test(paragraph) && /^[\p{Ll}\d(]/u.test(text)
  if (drop > PARAGRAPH_GAP * line.size) return false
  const isIndented = leftOf(line) - leftOf(before) > line.size * INDENT
  return !(isIndented && SENTENCE_END.test(paragraph))
}

function isHeading(line: PdfLine, body: number): boolean {
  const text = lineText(line)
  return (
    line.size >= body * HEADING_SIZE &&
    text.length <= LONGEST_HEADING &&
    /\p{L}{2}/u.test(text) &&
    !/[.;,]$/.test(text)
  )
}

function headingSigns({ size }: PdfLine, body: number): string {
  if (size >= body * 1.7) return '#'
  return size >= body * 1.35 ? '##' : '###'
}

/** Returns the size of most letters. */
function bodySize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    letters.set(size, (letters.get(size) ?? 0) + lineText(line).length)
  }
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [10, 0])[0]
}

/** Returns whether a line ends only because the next line's first word did not fit on it. */
type IsFull = (line: PdfLine, next: PdfLine) => boolean

/** Finds the right margin of each line: the furthest end of the lines with about the same left end. */
function findMargins(pages: readonly (readonly PdfLine[])[]): IsFull {
  const margins = new Map<PdfLine, number>()
  for (const lines of pages) {
    const reached = new Map<number, number>()
    for (const line of lines) {
      const at = placeOf(line)
      reached.set(at, Math.max(reached.get(at) ?? 0, rightOf(line)))
    }
    for (const line of lines) {
      const at = placeOf(line)
      const near = [at - 1, at, at + 1].map(place => reached.get(place) ?? 0)
      margins.set(line, Math.max(...near))
    }
  }
  return (line, next) => {
    const text = next.cells[0]?.text ?? ''
    const width = (next.cells[0]?.right ?? 0) - leftOf(next)
    const word = /^\S+/.exec(text)?.[0].length ?? 0
    const wordWidth = (width * (word + 1)) / Math.max(1, text.length)
    return rightOf(line) + wordWidth > (margins.get(line) ?? 0) - 2 * line.size
  }
}

function placeOf(line: PdfLine): number {
  return Math.round(leftOf(line) / PLACE_POINTS)
}
