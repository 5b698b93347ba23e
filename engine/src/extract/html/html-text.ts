import { tableRow } from '../../text/blocks.ts'
import { MAX_DEPTH } from '../extraction.ts'
import { normalizeLine, proseLine } from '../normalize-text.ts'
import type { HtmlNode } from './html-node.ts'
import { htmlTable } from './html-table.ts'

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
  const cellText = (cell: HtmlNode) => renderLine(page, cell, place)
  const rows = htmlTable(table, { cellText, cells: page.cells })
  const caption = table.querySelector('caption')
  const title = rows && caption ? renderLine(page, caption, place) : ''
  return rows && [...(title ? [proseLine(title)] : []), ...rows.map(tableRow)]
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

/** Collects running text into lines and paragraphs. Lines of links that are navigation are left out. */
interface LineWriter {
  /** Continues the current line. */
  add(text: string, place: Place): void
  endLine(): void
  endParagraph(): void
  /** Adds lines as they are, as a paragraph of their own. */
  addParagraph(lines: readonly string[]): void
  toString(): string
}

const BETWEEN_LINKS = /^[\s|·•‣›»→/>,–—-]*$/u
/** Signs that occur between the links of a menu or a trail. */
const SEPARATOR = /[|·•‣›»→/]/

function createLineWriter(): LineWriter {
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
    add: (text, place) => void parts.push({ text, place }),
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
