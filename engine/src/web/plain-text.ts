import { normalizeLine } from '../extract/normalize-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
}
const TAG = /<[^<>]{0,500}>/g

/** What services mark up or escape, as one line of plain text of so many characters at most. */
export function plainText(written: unknown, maxCharacters: number): string {
  if (typeof written !== 'string') return ''
  // Tags make a text longer than what is left of it, but nothing needs ten times as much.
  const text = written.slice(0, maxCharacters * 10)
  const read = text.replace(TAG, '').replace(/&(#x?[\da-f]{1,6}|[a-z]{2,8});/gi, readEntity)
  return normalizeLine(read.replace(TAG, '')).slice(0, maxCharacters).trim().toWellFormed()
}

function readEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity
  const isHex = /^#x/i.test(name)
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
