const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const FENCE = /^[ \t]*(?:`{3}|~{3})/
const ITEM = /^( *)([*+-]|\d{1,9}[.)])( {1,4})\S/
const HEAD_ROW = /^( {0,3})\|[^\\]*\|$/
const RULE_ROW = /^ {0,3}\|(?: *:?-+:? *\|)+$/
/** HTML that goes on across empty lines, in which nothing is what it looks like. */
const LONG_HTML = /<(?:[!?]|script|pre|style|textarea)/i

/**
 * Cuts a text into what Markdown reads as one piece of running text each: paragraphs, headings, items
 * of lists, rows of tables. Doubtful lines stay together, so that no block of Markdown
 * is ever larger than one of these.
 */
export function textBlocks(text: string): string[][] {
  const isTrusted = !LONG_HTML.test(text)
  const blocks: string[][] = []
  let block: string[] = []
  let items: Item[] = []
  /** The indentation of the table that goes on, if one does. */
  let table: number | undefined
  const lines = text.split('\n').map(line => line.trimEnd())
  for (const [index, line] of lines.entries()) {
    const indentation = line.search(/[^ ]/)
    const isInTable = table !== undefined && indentation >= table && !FENCE.test(line)
    const item = isTrusted ? ITEM.exec(line) : null
    const path = item && openItem(items, item)
    if (line === '' || HEADING.test(line) || path || isInTable) block = []
    if (block.length === 0) blocks.push(block)

    if (line === '' || !isInTable) table = undefined
    if (isTrusted && isTableHead(block, line, lines[index + 1] ?? '')) table = indentation
    if (path) items = path
    else if (FENCE.test(line)) items = []
    else if (line !== '') items = items.filter(({ content }) => content <= indentation)
    block.push(line)
    if (line === '' || HEADING.test(line)) block = []
  }
  return blocks
}

interface Item {
  readonly marker: number
  readonly content: number
}

/** The items that are open once a line has begun another, if it is certain that it begins one. */
function openItem(open: readonly Item[], match: RegExpExecArray): Item[] | undefined {
  const [, { length: marker } = '', sign = '', space = ''] = match
  const around = open.filter(({ content }) => content <= marker)
  const isSibling = open.some(item => item.marker === marker)
  if (marker - (around.at(-1)?.content ?? 0) > 3) return undefined
  // A number other than 1 begins no list in the middle of a paragraph, only another item.
  if (/^\d/.test(sign) && Number.parseInt(sign, 10) !== 1 && !isSibling) return undefined
  return [...around, { marker, content: marker + sign.length + space.length }]
}

/** Whether a table begins: directly, or below one line of words. */
function isTableHead(before: readonly string[], line: string, next: string): boolean {
  const [words, ...more] = before
  if (more.length > 0 || (words !== undefined && !/^(?:\p{L}|\*\*)/u.test(words))) return false
  const indentation = HEAD_ROW.exec(line)?.[1]
  if (indentation === undefined || !RULE_ROW.test(next) || next.search(/\|/) !== indentation.length)
    return false
  return line.split('|').length === next.split('|').length
}
