import { expect, it } from 'vitest'
import { looksReadable } from './create-fetcher.ts'

const HTML = '<!-- made by hand -->\n<!doctype html><title>Page</title>'
const bytes = (text: string) => Buffer.from(text, 'latin1')

it.each([
  ['HTML', HTML, 'text/html; charset=utf-8'],
  ['HTML as a picture', HTML, 'image/png'],
  ['HTML as XML', `<?xml version="1.0"?>${HTML}`, 'application/xml'],
  ['HTML in two bytes a letter', `\xff\xfe${[...HTML].join('\0')}\0`, 'image/png'],
  ['a part of HTML', '<p>Hello</p>', 'text/html'],
  ['PDF', '%PDF-1.7\n\x00\x01\x02\x03', 'application/octet-stream'],
  ['PDF after some bytes', `\n\n%PDF-1.4\n\x00\x01`, 'text/html'],
  ['text', 'Hello, world', 'text/plain'],
  ['text of no type', 'Hello, world', undefined],
  ['text as bytes', 'a,b\n1,2\n', 'application/octet-stream'],
  ['JSON', '{"a":1}', 'application/json'],
  ['HTML behind many comments', `${'<!---->'.repeat(60)}<html>`, 'image/png'],
  ['no HTML behind many comments', `${'<!---->'.repeat(140)}x`, 'text/html'],
  ['much white space', ' '.repeat(2_000), 'text/html'],
])('%s may be read', (_, text, type) => {
  expect(looksReadable(bytes(text), type)).toBe(true)
})

it.each([
  ['nothing', '', 'text/html'],
  ['a program', 'MZ\x90\0\x03\0', 'text/html'],
  ['an archive', 'PK\x03\x04abc', 'text/html'],
  ['a picture', '\x89PNG\r\n', 'text/html'],
  ['zeros in text', `Hello${'\0'.repeat(9)}`, 'text/plain'],
  ['control characters', '\x01\x02\x03\x04 and so on', undefined],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml'],
  ['XML', '<?xml version="1.0"?><rss></rss>', 'application/rss+xml'],
  ['a script', 'document.write("<html >")', 'text/javascript'],
  ['a style sheet', 'p { color: red }', 'text/css'],
  ['text as a picture', 'GIVE ME', 'image/gif'],
  ['text as PDF', 'Sorry, try again', 'application/pdf'],
])('%s may not', (_, text, type) => {
  expect(looksReadable(bytes(text), type)).toBe(false)
})
