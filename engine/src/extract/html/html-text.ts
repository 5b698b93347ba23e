import { tableRow } from '../../text/blocks.ts'
import { MAX_DEPTH } from '../extraction.ts'
import { normalizeLine, proseLine } from '../normalize-text.ts'
import { type HtmlNode, isElement, isLeftOut, isText } from './html-left-out.ts'
import { htmlTable } from './html-table.ts'

const tags = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const PARAGRAPHS = tags(
  'p div section article main header figure figcaption blockquote ul ol table fieldset details ' +
    'summary address center body html hr hgroup form nav footer aside menu tbody thead tfoot',
)
const LINES = tags('li tr dt dd option legend caption')
const HEADING = /^h([1-6])$/
/** Links to the heading or its source that sites put into it. */
const HEADING_ORNAMENT = /\s*(?:[¶§🔗#]|\[edit\])$/u
const LONGEST_TERM = 100

interface Page {
  readonly isWhole: boolean
  /** Counts the cells of its tables. */
  readonly cells: { count: number }
}

/**
 * The text of a page or a part of it, written as `text/blocks.ts` says. Of a whole page,
 * navigation, footers and the like are left out.
 */
export function htmlText(root: HtmlNode, { isWhole = false } = {}): string {
  return render({ isWhole, cells: { count: 0 } }, root, 0)
}

function render(page: Page, node: HtmlNode, depth: number): string {
  const writer = createLineWriter()
  visitChildren(page, writer, node, depth)
  return writer.toString()
}

function renderLine(page: Page, node: HtmlNode, depth: number): string {
  return normalizeLine(render(page, node, depth))
}

function visitChildren(page: Page, writer: LineWriter, parent: HtmlNode, depth: number): void {
  for (const child of parent.childNodes) {
    if (isText(child)) writer.add(child.textContent ?? '')
    else if (isElement(child)) visit(page, writer, child, depth + 1)
  }
}

function visit(page: Page, writer: LineWriter, element: HtmlNode, depth: number): void {
  const tag = element.localName
  const level = HEADING.exec(tag)?.[1]
  if (isLeftOut(element, page)) return
  // Text below this depth is taken without structure.
  if (depth > MAX_DEPTH) writer.add(element.textContent ?? '')
  else if (tag === 'br') writer.endLine()
  else if (level) {
    const title = renderLine(page, element, depth).replace(HEADING_ORNAMENT, '')
    writer.addParagraph(title === '' ? [] : [`${'#'.repeat(Number(level))} ${title}`])
  } else if (tag === 'table') visitTable(page, writer, element, depth)
  else if (tag === 'dl') writer.addParagraph(definitions(page, element, depth))
  else if (tag === 'pre') writer.addParagraph(preformatted(element))
  else if (PARAGRAPHS.has(tag)) {
    writer.endParagraph()
    visitChildren(page, writer, element, depth)
    writer.endParagraph()
  } else if (LINES.has(tag)) {
    writer.endLine()
    visitChildren(page, writer, element, depth)
    writer.endLine()
  } else {
    // The cells of a layout are separate words.
    if (tag === 'td' || tag === 'th') writer.add(' ')
    visitChildren(page, writer, element, depth)
  }
}

function visitTable(page: Page, writer: LineWriter, table: HtmlNode, depth: number): void {
  const cellText = (cell: HtmlNode) => renderLine(page, cell, depth)
  const rows = htmlTable(table, { cellText, cells: page.cells })
  if (rows) {
    const caption = table.querySelector('caption')
    const title = caption ? renderLine(page, caption, depth) : ''
    writer.addParagraph([...(title ? [proseLine(title)] : []), ...rows.map(tableRow)])
    return
  }
  writer.endParagraph()
  visitChildren(page, writer, table, depth)
  writer.endParagraph()
}

/** Writes a term with a definition of one line as a field, and longer ones as prose. */
function definitions(page: Page, list: HtmlNode, depth: number): string[] {
  const lines: string[] = []
  let term = ''
  let isDefined = true
  for (const part of definitionParts(list)) {
    const text = render(page, part, depth + 1)
    if (part.localName === 'dt') {
      if (!isDefined) lines.push(proseLine(term))
      term = normalizeLine(text).replace(/\s*:$/, '')
      isDefined = term === ''
    } else {
      const isField = term !== '' && term.length <= LONGEST_TERM && !text.includes('\n')
      if (!isField && !isDefined) lines.push(proseLine(term))
      lines.push(isField ? `${term}: ${text.trim()}` : text)
      isDefined = true
    }
  }
  return isDefined ? lines : [...lines, proseLine(term)]
}

function definitionParts(list: HtmlNode): HtmlNode[] {
  return [...list.childNodes]
    .filter(isElement)
    .flatMap(child => (child.localName === 'div' ? [...child.childNodes].filter(isElement) : child))
}

function preformatted(element: HtmlNode): string[] {
  return (element.textContent ?? '').split('\n').map(line => proseLine(normalizeLine(line)))
}

/** Collects running text into lines and paragraphs. */
interface LineWriter {
  /** Continues the current line. */
  add(text: string): void
  endLine(): void
  endParagraph(): void
  /** Adds lines as they are, as a paragraph of their own. */
  addParagraph(lines: readonly string[]): void
  toString(): string
}

function createLineWriter(): LineWriter {
  const lines: string[] = []
  let parts: string[] = []
  const endLine = () => {
    const text = normalizeLine(parts.join(''))
    if (text !== '') lines.push(proseLine(text))
    parts = []
  }
  const endParagraph = () => {
    endLine()
    if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
  }
  return {
    add: text => void parts.push(text),
    endLine,
    endParagraph,
    addParagraph(written) {
      endParagraph()
      for (const line of written) lines.push(line)
      endParagraph()
    },
    toString() {
      endLine()
      while (lines.at(-1) === '') lines.pop()
      return lines.join('\n')
    },
  }
}
