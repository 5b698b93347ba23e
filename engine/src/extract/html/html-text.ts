import { tableRow } from '../../text/blocks.ts'
import { ExtractError, MAX_DEPTH, MAX_TABLE_CELLS } from '../extraction.ts'
import { normalizeLine, proseLine } from '../normalize-text.ts'
import { EMPTY_CELL, type GridCell, tidyGrid } from '../tidy-grid.ts'
import type { HtmlNode } from './html-node.ts'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const UNREAD = names(
  'head script style noscript template svg math canvas iframe object embed audio video map ' +
    'button select textarea input datalist dialog progress meter',
)
/** Elements around the content of a page. */
const BOILERPLATE = names('nav footer aside form menu')
const BOILERPLATE_ROLES = names(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog alert',
)
/** Class names and IDs of navigation. */
const NAVIGATION =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topbar|sidebar|footer|breadcrumbs?|pager|pagination|toc)(?:$|[\s_-])/i
const PARAGRAPHS = names(
  'p div section article main header figure figcaption blockquote ul ol table fieldset details ' +
    'summary address center body html hr hgroup form nav footer aside menu tbody thead tfoot',
)
const LINES = names('li tr dt dd option legend caption')
const HEADING = /^h([1-6])$/
/** Links to the heading or its source that sites put into it. */
const HEADING_ORNAMENT = /\s*(?:[¶§🔗#]|\[edit\])$/u
const LONGEST_TERM = 100

/** The page that is written, and how much of it. */
interface Page {
  /** Whether navigation, footers and the like are left out. */
  readonly isWhole: boolean
  /** Counts the cells of its tables. */
  readonly cells: { count: number }
}

/** The place of an element on the page. */
interface Place {
  readonly depth: number
  readonly isLinked: boolean
  readonly isNavigation: boolean
}

const TOP: Place = { depth: 0, isLinked: false, isNavigation: false }

/**
 * The text of a page or a part of it, written as `text/blocks.ts` says. Of a whole page,
 * navigation, footers and the like are left out.
 */
export function htmlText(root: HtmlNode, { isWhole = false } = {}): string {
  return render({ isWhole, cells: { count: 0 } }, root, TOP)
}

function render(page: Page, node: HtmlNode, place: Place): string {
  const writer = createLineWriter()
  visitChildren(page, writer, node, place)
  return writer.toString()
}

/** Writes an element on one line, with all its links. */
function renderLine(page: Page, node: HtmlNode, { depth }: Place): string {
  return normalizeLine(render(page, node, { ...TOP, depth }))
}

function visitChildren(page: Page, writer: LineWriter, parent: HtmlNode, place: Place): void {
  for (const child of parent.childNodes) {
    if (child.nodeType === 3) writer.add(child.textContent ?? '', place)
    else if (child.nodeType === 1) visit(page, writer, child, { ...place, depth: place.depth + 1 })
  }
}

function visit(page: Page, writer: LineWriter, element: HtmlNode, above: Place): void {
  const tag = element.localName
  const level = HEADING.exec(tag)?.[1]
  if (isLeftOut(element, page)) return
  const place = {
    ...above,
    isLinked: above.isLinked || (page.isWhole && tag === 'a'),
    isNavigation: above.isNavigation || (page.isWhole && isNavigation(element)),
  }
  const block = (begin: () => void, end = begin) => {
    begin()
    visitChildren(page, writer, element, place)
    end()
  }
  // Text below this depth is taken without structure.
  if (place.depth > MAX_DEPTH) writer.add(element.textContent ?? '', place)
  else if (tag === 'br') writer.endLine()
  else if (level) {
    const title = renderLine(page, element, place).replace(HEADING_ORNAMENT, '')
    writer.addParagraph(title === '' ? [] : [`${'#'.repeat(Number(level))} ${title}`])
  } else if (tag === 'table') {
    const rows = tableLines(page, element, place)
    if (rows) writer.addParagraph(rows)
    else block(writer.endParagraph)
  } else if (tag === 'dl') writer.addParagraph(definitions(page, element, place))
  else if (tag === 'pre') writer.addParagraph(preformatted(element))
  else if (LINES.has(tag)) block(writer.endLine)
  else if (/^[uo]l$/.test(tag) && element.parentNode?.localName === 'li') {
    block(writer.endLine, writer.endParagraph)
  } else if (PARAGRAPHS.has(tag)) block(writer.endParagraph)
  else {
    // The cells of a layout are separate words.
    if (tag === 'td' || tag === 'th') writer.add(' ', above)
    visitChildren(page, writer, element, place)
  }
}

/** Returns whether an element is left out: hidden, a control, or not part of the content. */
function isLeftOut(element: HtmlNode, { isWhole }: Page): boolean {
  const tag = element.localName
  if (UNREAD.has(tag) || element.hasAttribute('hidden')) return true
  if (/display:\s*none/i.test(element.getAttribute('style') ?? '')) return true
  const classes = element.getAttribute('class') ?? ''
  if (/\bmw-editsection\b/.test(classes) || (tag === 'sup' && /\breference\b/.test(classes))) {
    return true
  }
  const role = element.getAttribute('role')?.toLowerCase() ?? ''
  return isWhole && (BOILERPLATE.has(tag) || BOILERPLATE_ROLES.has(role))
}

/** Returns whether an element may be navigation, so that lines of links in it are left out. */
function isNavigation(element: HtmlNode): boolean {
  const called = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`
  return element.localName === 'header' || NAVIGATION.test(called.slice(0, 500))
}

/** Returns the caption and rows of a data table, or undefined for a table used for layout. */
function tableLines(page: Page, table: HtmlNode, place: Place): string[] | undefined {
  const rows = tableRows(page, table, place)
  const caption = table.querySelector('caption')
  const title = rows && caption ? renderLine(page, caption, place) : ''
  return rows && [...(title ? [proseLine(title)] : []), ...rows.map(tableRow)]
}

const MOST_COLUMNS_SPANNED = 100
const MOST_ROWS_SPANNED = 1000
/** A longer cell is written once, however much it spans. */
const LONGEST_REPEATED = 200
/** A table without headers and with longer cells is layout. */
const LONGEST_CELL = 1500

/** Returns the rows of a data table, or undefined for a table used for layout. */
function tableRows(page: Page, table: HtmlNode, place: Place): string[][] | undefined {
  if (/^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '')) return undefined
  if (table.querySelector('table')) return undefined
  const rows = tidyGrid(layGrid(page, [...rowsOf(table)], place))
  const width = rows[0]?.length ?? 0
  if (table.querySelector('th, caption')) return width > 0 ? rows : undefined
  const hasLongCell = rows.some(row => row.some(cell => cell.length > LONGEST_CELL))
  return width > 1 && rows.length > 1 && !hasLongCell ? rows : undefined
}

function* rowsOf(table: HtmlNode): Generator<HtmlNode> {
  for (const child of table.children) {
    if (child.localName === 'tr') yield child
    else if (/^t(?:head|body|foot)$/.test(child.localName)) {
      for (const row of child.children) if (row.localName === 'tr') yield row
    }
  }
}

function layGrid(page: Page, rows: readonly HtmlNode[], place: Place): GridCell[][] {
  const grid: GridCell[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const element of row.children) {
      if (element.localName !== 'td' && element.localName !== 'th') continue
      while (grid[at]?.[column]) column += 1
      const cell = { text: renderLine(page, element, place) }
      const across = span(element, 'colspan', MOST_COLUMNS_SPANNED)
      const down = Math.min(span(element, 'rowspan', MOST_ROWS_SPANNED), rows.length - at)
      page.cells.count += across * down
      if (page.cells.count > MAX_TABLE_CELLS) {
        throw new ExtractError(`has tables of more than ${MAX_TABLE_CELLS} cells; split it`)
      }
      for (let y = 0; y < down; y += 1) {
        for (let x = 0; x < across; x += 1) {
          const isOrigin = x === 0 && y === 0
          const isRepeated = isOrigin || cell.text.length <= LONGEST_REPEATED
          const places = grid[at + y]
          if (places) places[column + x] ??= isRepeated ? cell : EMPTY_CELL
        }
      }
      column += across
    }
  }
  // Places that no cell covers become empty cells.
  return grid.map(row => Array.from(row, cell => cell ?? EMPTY_CELL))
}

function span(cell: HtmlNode, name: string, most: number): number {
  const written = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  // A rowspan of zero reaches the end of the table.
  if (written === 0 && name === 'rowspan') return most
  return written > 0 ? Math.min(written, most) : 1
}

/** Writes a term with a definition of one line as a field, and longer ones as prose. */
function definitions(page: Page, list: HtmlNode, place: Place): string[] {
  const parts = [...list.children].flatMap(child =>
    child.localName === 'div' ? [...child.children] : [child],
  )
  const lines: string[] = []
  let term = ''
  for (const part of parts) {
    const text = render(page, part, { ...TOP, depth: place.depth + 1 })
    const isTerm = part.localName === 'dt'
    const isField = !isTerm && term.length <= LONGEST_TERM && !text.includes('\n')
    if (term !== '' && !isField) lines.push(proseLine(term))
    if (!isTerm) lines.push(term !== '' && isField ? `${term}: ${text.trim()}` : text)
    term = isTerm ? normalizeLine(text).replace(/\s*:$/, '') : ''
  }
  return term === '' ? lines : [...lines, proseLine(term)]
}

function preformatted(element: HtmlNode): string[] {
  return (element.textContent ?? '').split('\n').map(line => proseLine(normalizeLine(line)))
}

type LineWriter = ReturnType<typeof createLineWriter>

const BETWEEN_LINKS = /^[\s|·•‣›»→/>,–—-]*$/u
/** Signs that occur between the links of a menu or a trail. */
const SEPARATOR = /[|·•‣›»→/]/

/** Collects running text into lines and paragraphs. Lines of links that are navigation are left out. */
function createLineWriter() {
  const lines: string[] = []
  let parts: { readonly text: string; readonly place: Place }[] = []
  const isMenu = () => {
    const links = parts.filter(({ place }) => place.isLinked)
    const between = parts
      .filter(({ place }) => !place.isLinked)
      .map(({ text }) => text)
      .join('')
    if (links.length === 0 || !BETWEEN_LINKS.test(between)) return false
    return parts[0]?.place.isNavigation || (links.length > 1 && SEPARATOR.test(between))
  }
  const endLine = () => {
    const text = normalizeLine(parts.map(part => part.text).join(''))
    if (text !== '' && !isMenu()) lines.push(proseLine(text))
    parts = []
  }
  const endParagraph = () => {
    endLine()
    if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
  }
  return {
    /** Continues the current line. */
    add: (text: string, place: Place): void => void parts.push({ text, place }),
    endLine,
    endParagraph,
    /** Adds lines as they are, as a paragraph of their own. */
    addParagraph(written: readonly string[]): void {
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
