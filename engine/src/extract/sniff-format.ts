import { decodeText, encodingByMark } from './decode-text.ts'
import { ExtractError } from './extraction.ts'

export type Format = 'html' | 'pdf' | 'markdown' | 'text' | 'json' | 'csv'

/** Beginnings of files as Latin-1, and advice for such a file. */
const BINARIES: readonly (readonly [readonly string[], string])[] = [
  [['PK\x03\x04'], 'a ZIP or Office file; save it as PDF, HTML or CSV, or unpack it'],
  [['\xd0\xcf\x11\xe0'], 'an old Office file; save it as PDF, HTML or CSV'],
  [['\x1f\x8b', 'BZh', '\xfd7zXZ', '7z\xbc\xaf', 'Rar!'], 'an archive; unpack it first'],
  [['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'OggS', 'ID3'], 'a picture, sound or video'],
  [['MZ', '\x7fELF', 'wOFF', 'wOF2'], 'a program or a font'],
  [['SQLite format 3\0'], 'a database; export its tables as CSV'],
]
/** Endings of file names and subtypes of content types. */
const NAMES: Readonly<Record<Format, RegExp>> = {
  html: /^(?:x?html?|xhtml\+xml)$/i,
  pdf: /^pdf$/i,
  markdown: /^(?:md|mdx|markdown)$/i,
  text: /^(?:txt|text|plain)$/i,
  json: /^(?:geo|nd|x-nd|ld\+)?jsonl?$/i,
  csv: /^(?:[ct]sv|tab|tab-separated-values)$/i,
}
/** A comment ends at its first `-->`: otherwise, many of them would take exponential time. */
const HTML_PAGE =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i
const XML = /^\s*<(?:\?xml|!doctype|rss|feed|svg)[\s>]/i
const JSON_VALUE = /^\s*(?:\{\s*["}]|\[\s*(?:["{[\d-]|\]|true|false|null))/
/** Tab, line feed, vertical tab, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27])
const HEAD_BYTES = 8192

/** Lists the formats that a file may have, most likely first. Content counts more than the name. */
export function sniffFormats(
  bytes: Uint8Array,
  { fileName, contentType }: { readonly fileName?: string; readonly contentType?: string },
): Format[] {
  const head = bytes.subarray(0, HEAD_BYTES)
  const raw = Buffer.from(head).toString('latin1')
  if (/%PDF-\d/.test(raw.slice(0, 1024))) return ['pdf']
  refuseBinary(head, raw)
  const text = decodeText(head)
  if (HTML_PAGE.test(text)) return ['html']
  const named = formatByName(fileName, contentType)
  if (XML.test(text) && named !== 'markdown') {
    throw new ExtractError('is XML, which cannot be read; convert it to HTML, JSON or CSV')
  }
  if (named === 'pdf') throw new ExtractError('is called a PDF but holds none; get it anew')
  if (named && named !== 'text') return [named]
  if (JSON_VALUE.test(text)) return ['json', 'text']
  return named || !/^\s*<[a-z][a-z0-9]*[\s>]/i.test(text) ? ['text'] : ['html']
}

/** Returns whether a file's name has a readable format. */
export function isReadableName(fileName: string): boolean {
  return formatByName(fileName) !== undefined
}

function formatByName(fileName = '', contentType = ''): Format | undefined {
  const subtype = /^\s*\w+\/([\w.+-]+)/.exec(contentType)?.[1] ?? ''
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1] ?? ''
  const formats = Object.keys(NAMES) as Format[]
  const [typed, named] = [subtype, extension].map(name =>
    formats.find(one => NAMES[one].test(name)),
  )
  // Servers call all kinds of files plain text.
  return typed === undefined || typed === 'text' ? (named ?? typed) : typed
}

function refuseBinary(head: Uint8Array, raw: string): void {
  const known = BINARIES.find(([beginnings]) => beginnings.some(each => raw.startsWith(each)))
  if (known) throw new ExtractError(`is ${known[1]}`)
  if (encodingByMark(head)) return
  const controls = head.filter(byte => byte < 0x20 && !TEXT_CONTROLS.has(byte)).length
  if (head.includes(0) || controls > head.length / 50) {
    throw new ExtractError(
      'is a binary file of a kind that cannot be read; HTML, PDF, Markdown, text, JSON and CSV can',
    )
  }
}
