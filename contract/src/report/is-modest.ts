import { textBlocks } from './text-blocks.ts'

const MOST_CHARACTERS = 250_000
const MOST_LINES = 4_000
const MOST_SIGNS = 20_000
const MOST_SIGNS_IN_BLOCK = 2_000
const MOST_LINES_IN_BLOCK = 500
const MOST_CHARACTERS_IN_BLOCK = 50_000
/** Of characters squared: a block of 9 kB behind its first bracket, or many that are shorter. */
const MOST_WORK = 80_000_000
const DEEPEST = 40
/** A short row is filled up to the columns of its table. */
const MOST_CELLS = 100_000
/** Characters that may open or close a construct, the seal of a citation, and starts of addresses. */
const SIGN = /[[\]()*_~`<>|#=&\\!@⸨]|www\.|:\/\//gi
const CONTAINERS = /^(?:[ \t]*(?:>|[*+-][ \t]|\d{1,9}[.)][ \t]))+/
const CONTAINER = />|[*+-]|\d[.)]/g
/** Behind an address each of these could be the end of the sentence, which is tried for each. */
const LONG_RUN = /[!"&'),.:;<>?\]}*_~]{100}/
/** The line that makes a table of those around it, in whatever it stands. */
const TABLE_RULE = /^[\s|:\->*+\d.)]*$/
const FAR_INDENTED = /^(?: {0,3}\t| {4}){20}/m

/**
 * Whether a text is one that the Markdown parser reads within about a second or two. Its time grows
 * with the square of what may open or close something in one block, of the block's lines, and of its
 * words behind an open bracket, and with all lines and signs together; people's reports stay far below,
 * and what does not is shown as it is.
 */
export function isModest(text: string): boolean {
  if (text.length > MOST_CHARACTERS || LONG_RUN.test(text) || FAR_INDENTED.test(text)) return false
  const lines = text.split('\n')
  if (lines.length > MOST_LINES || lines.some(line => depthOf(line) > DEEPEST)) return false
  if (mostColumns(lines) * lines.length > MOST_CELLS) return false
  let signs = 0
  let work = 0
  for (const block of textBlocks(text)) {
    const joined = block.join('\n')
    const signsInBlock = joined.match(SIGN)?.length ?? 0
    signs += signsInBlock
    work += textBehindBracket(joined).length ** 2
    if (joined.length > MOST_CHARACTERS_IN_BLOCK || block.length > MOST_LINES_IN_BLOCK) return false
    if (signsInBlock > MOST_SIGNS_IN_BLOCK) return false
  }
  return signs <= MOST_SIGNS && work <= MOST_WORK
}

/** Each word looks back for a bracket that is still open, within which no address is made a link. */
function textBehindBracket(text: string): string {
  const start = text.indexOf('[')
  return start === -1 ? '' : text.slice(start)
}

function mostColumns(lines: readonly string[]): number {
  return lines.reduce(
    (most, line) => (TABLE_RULE.test(line) ? Math.max(most, line.split('|').length) : most),
    0,
  )
}

function depthOf(line: string): number {
  return CONTAINERS.exec(line)?.[0].match(CONTAINER)?.length ?? 0
}
