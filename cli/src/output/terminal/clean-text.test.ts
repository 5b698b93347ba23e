import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanJson, cleanLine, cleanText } from './clean-text.ts'

test.each([
  ['colors', 'a\u001B[31;1mred\u001B[0m', 'ared'],
  ['a one-byte cursor sequence', 'a\u009B2Jb', 'ab'],
  ['a window title', 'a\u001B]0;owned\u0007b', 'ab'],
  ['a link', '\u001B]8;;https://evil.example\u001B\\words\u001B]8;;\u001B\\', 'words'],
  ['a device string', 'a\u001BPq\u001B\\b', 'ab'],
  ['an unterminated sequence', 'a\u001B]0;rest of the text', 'a]0;rest of the text'],
  ['overwriting', 'good\rbad\r\nx\bz', 'good\nbad\nxz'],
  ['direction overrides', '\u202Eabc\u202C \u2067d\u2069 \u200Ee', 'abc d e'],
  ['zero-width characters', 'a\u200Bb\u2060c\uFEFFd\u00ADe\u3164f\u{E0041}g', 'abcdefg'],
  ['half a surrogate pair', 'a\uD83Db', 'a\uFFFDb'],
  ['excess marks', `z${'\u0301'.repeat(50)}`, `z${'\u0301'.repeat(8)}`],
])('neutralizes %s', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected)
})

test.each([
  ['newlines and tabs', 'a\n\tb'],
  ['Persian joiners', 'می\u200Cخواهم'],
  ['Devanagari joiners', 'क्\u200Dष'],
  ['emoji and their selectors', '❤\uFE0F 👍🏽 🇧🇴 1\uFE0F\u20E3'],
  ['letters of many scripts', 'Zoë Ångström 東京 한국 ไทย e\u0301'],
])('keeps %s', (_, text) => {
  expect(cleanText(text)).toBe(text)
})

test('limits the marks on a letter', () => {
  expect(cleanText(`a${'\u0301'.repeat(5_000_000)}b`)).toBe(`a${'\u0301'.repeat(8)}b`)
})

test('cleanLine returns a single line', () => {
  expect(cleanLine('  a\n b\u2028c\u001B[2Kd ')).toBe('a b cd')
})

test('removes every control character, and is idempotent', () => {
  const anything = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u001B', '[', ']', '\u009B', '\u0007', '\\', 'm', '\u202E', '\r'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  fc.assert(
    fc.property(anything, text => {
      const clean = cleanText(text)
      expect(clean).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\u200B]/u)
      expect(cleanText(clean)).toBe(clean)
    }),
  )
})

test('cleanJson keeps the value and escapes invisible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const json = cleanJson(JSON.stringify(text))
      expect(JSON.parse(json)).toBe(text)
      expect(json).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
    }),
  )
  expect(cleanJson('"\u202Ea\u009B"')).toBe('"\\u202ea\\u009b"')
})
