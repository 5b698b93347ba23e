import { expect, test } from 'vitest'
import { isModest } from './is-modest.ts'

const PARAGRAPH =
  'A sentence with **bold** words, a [link](https://x.example) and more to read.\n\n'
const ROW = '| a cell | **another** one | [third](https://x.example) | 4 |\n'

test.each([
  ['prose of 100 kB', PARAGRAPH.repeat(1_300)],
  ['a table of 400 rows', `${ROW}|---|---|---|---|\n${ROW.repeat(400)}`],
  ['a list of 500 links', '- **name**: [link](https://x.example)\n'.repeat(500)],
  ['a long rule', '-'.repeat(200)],
])('%s is read as Markdown', (_, text) => {
  expect(isModest(text)).toBe(true)
})

// Each takes the parser many seconds, or all of the stack.
test.each([
  ['closing brackets', ']'.repeat(20_000)],
  ['stars', '**a'.repeat(7_000)],
  ['quotes in quotes', '>'.repeat(5_000)],
  ['lists in lists', '- '.repeat(5_000)],
  ['links in links', '[a]('.repeat(20_000)],
  ['underlined headings', 'a\n=\n'.repeat(5_000)],
  ['a table of many rows', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(30_000)}`],
  ['one megabyte', 'a'.repeat(1_000_000)],
])('%s without end stay text', (_, text) => {
  expect(isModest(text)).toBe(false)
})
