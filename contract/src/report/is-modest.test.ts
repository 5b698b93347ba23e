import { expect, test } from 'vitest'
import { isModest } from './is-modest.ts'

const PARAGRAPH =
  'A sentence with **bold** words, a [link](https://x.example) and more to read.\n\n'
const ROW = '| a cell | **another** one | [third](https://x.example) | 4 |\n'

/** 4.4 kB as a model writes them: a heading, prose, nested lists, code, and a table below a line. */
const REPORT = [
  '## What was found [[1]]\n',
  `${'Prices rose by 3.4% ("the least since 2019") in **March**, see https://x.example/a?b=c [[2]]. '.repeat(8)}\n`,
  '1. **First**: a [link](https://x.example) [[1, 2]]\n   - nested, with `code`\n       * deeper\n2. Second\n\n- a\n- b\n',
  '```ts\nconst a = [1, 2].map(b => (b > 1 ? { c: b } : undefined))\n```\n',
  'The figures by year:',
  `| Year | Value | Source |\n|:-----|------:|--------|\n${'| 2024 | **1,204.50** | [The office<br>for statistics](https://x.example/long/path?year=2024) [[3]] |\n'.repeat(32)}\n`,
].join('\n')

test.each([
  ['prose of 100 kB', PARAGRAPH.repeat(1_300)],
  ['a table of 400 rows', `${ROW}|---|---|---|---|\n${ROW.repeat(400)}`],
  ['a list of 500 links', '- **name**: [link](https://x.example)\n'.repeat(500)],
  ['a long rule', '-'.repeat(200)],
  ['dots to the number of a page', `Chapter one ${'.'.repeat(90)} 7`],
  ['a report of 60 kB with tables', REPORT.repeat(14)],
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
  ['rows of a wide table', `${'a|'.repeat(300)}\n${'-|'.repeat(300)}\n${'|a\n'.repeat(3_000)}`],
  ['lines of one paragraph', 'word\n'.repeat(600)],
  ['words behind an open bracket', `[ ${'a '.repeat(20_000)}`],
  ['words behind open brackets', `[ ${'a '.repeat(5_000)}\n\n`.repeat(12)],
  ['lists by indentation', [...Array(300).keys()].map(n => `${' '.repeat(n)}- a`).join('\n')],
  ['lists by tabs', [...Array(60).keys()].map(n => `${'\t'.repeat(n)}- a`).join('\n')],
  ['commas behind an address', `https://x.example/a${','.repeat(2_000)}b`],
  ['dots behind an address', `https://x.example/a${'.'.repeat(200)}b`],
  ['what might be addresses', 'www. 1. '.repeat(5_000)],
  ['words of one paragraph', 'word '.repeat(12_000)],
  ['one megabyte', 'a'.repeat(1_000_000)],
])('%s without end stay text', (_, text) => {
  expect(isModest(text)).toBe(false)
})
