/** Types that are never read as text, even when they consist of it. */
const OTHER_TYPES =
  /^(?:(?:image|audio|video|font|model)\/|text\/css|(?:text|application)\/(?:x-)?javascript|application\/(?:zip|gzip|x-tar|x-7z|vnd\.rar|wasm|font))/
/** Beginnings of files that are no text, byte for byte as Latin-1, though they may pass for it. */
const BINARIES = [
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '\x1f\x8b',
  'BZh',
  '\xfd7zXZ',
  '7z\xbc\xaf',
  'Rar!',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  'OggS',
  'ID3',
  'MZ',
  '\x7fELF',
  'wOFF',
  'wOF2',
  'SQLite format 3\0',
]
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/
/** A comment ends at its first end: were it free to go on, many of them would take forever to try. */
const HTML_PAGE =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,1000}-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i
const XML = /^\s*<(?:\?xml|!doctype|rss|feed|svg)[\s>]/i
/** Tab, line feed, vertical tab, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27])
const HEAD_BYTES = 1_024

/**
 * Whether a page may be one that can be read, by its first bytes. They say more than the type that it
 * is sent with: that is a hint for what they leave open.
 */
export function looksReadable(bytes: Uint8Array, contentType = ''): boolean {
  const head = bytes.subarray(0, HEAD_BYTES)
  const raw = Buffer.from(head).toString('latin1')
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/%PDF-\d/.test(raw)) return true
  if (raw === '' || BINARIES.some(each => raw.startsWith(each)) || isBinary(head, raw)) return false
  const text = raw.replace(BYTE_ORDER_MARK, '').replaceAll('\0', '')
  if (HTML_PAGE.test(text)) return true
  return !OTHER_TYPES.test(type) && type !== 'application/pdf' && !XML.test(text)
}

function isBinary(head: Uint8Array, raw: string): boolean {
  if (BYTE_ORDER_MARK.test(raw)) return false
  const controls = head.filter(byte => byte < 0x20 && !TEXT_CONTROLS.has(byte)).length
  return head.includes(0) || controls > head.length / 50
}
