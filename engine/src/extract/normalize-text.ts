/** Control characters, soft hyphens, direction marks and other invisible characters. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const LINE_BREAKS = /\r\n?|[\v\u0085\u2028\u2029]/g
/** A form feed on a line of its own begins the next page. */
const PAGE_BREAKS = / ?\f ?/g
const SPACES = /[^\S\n\f]+/g
/** A space in front marks a prose line that begins like a heading. */
const EDGES = /^ (?!#{1,6} )| $/gm

/** Most cells and labels are normal already. */
const LONGEST_PLAIN = 200
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
}

/** Normalises a text: composed, visible characters, single spaces and blank lines. */
export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_BREAKS, '\n')
    .replace(UNSEEN, '')
    .replace(SPACES, ' ')
    .replace(PAGE_BREAKS, '\n\f\n')
    .replace(EDGES, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** Normalises text for one line, such as a title or a cell. */
export function normalizeLine(text: string): string {
  if (text.length <= LONGEST_PLAIN && PLAIN_LINE.test(text)) return text
  return normalizeText(text).replace(/\s+/g, ' ').trim()
}

/** Marks a line as prose, even if it begins like a heading. */
export function proseLine(line: string): string {
  return /^#{1,6}\s/.test(line) ? ` ${line}` : line
}

/** Decodes the character references of HTML that are common in Markdown and search results. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x?[\da-f]{1,6}|[a-z]{2,8});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity
    const isHex = /^#x/i.test(name)
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
