import { expect, test } from 'vitest'
import { textBlocks } from './text-blocks.ts'

/** How many lines the longest block has. */
const longest = (text: string) => Math.max(...textBlocks(text).map(({ length }) => length))

test.each([
  ['paragraphs', 'a\n\nb\n\nc'],
  ['headings', '# a\nb\n## c\nd'],
  ['items', '- a\n- b\n* c\n+ d'],
  ['numbered items', '1. a\n2. b\n10. c'],
  [
    'nested items',
    '- a\n  - b\n    - c\n    - d\n  - e\n- f\n1. g\n   1. h\n      - i\n   2. j\n2. k',
  ],
  ['items below what belongs to one', '- a\n\n  b\n\n  - c\n  - d'],
  ['a table', '| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |'],
  ['a table within an item', '- a\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |'],
])('%s are blocks of one line', (_, text) => {
  expect(longest(text)).toBe(1)
})

test('a table may follow one line of words', () => {
  expect(longest('Words:\n|a|b|\n|-|-|\n|1|2|\n|3|4|')).toBe(2)
})

// Markdown reads each of them as one text, though it looks like many.
test.each([
  ['pipes without a table', '|a\n|b\n|c'],
  ['a table without its columns', '|a|b|\n|-|\n|c|d|'],
  ['a table in the words of a quote', '> a\n|a|b|\n|-|-|\n|c|d|'],
  ['rows that left their item', '- a\n\n  |a|b|\n  |-|-|\n|c\n|d\n|e'],
  ['a table that began in code', '```\n\n|a|b|\n|-|-|\n```\n|c\n|d'],
  ['a table that began in a comment', '<!--\n\n|a|b|\n|-|-|\n|-->\n|c\n|d'],
  ['hashes', 'a\n#b\n#c'],
  ['numbers', 'a\n2. b\n3. c'],
  ['items that are too far to the right', 'a\n    - b\n    - c'],
  ['items below none', '```\n- a\n```\n  b\n     - c\n     - d'],
  ['empty items', 'a\n*\n*'],
])('%s are kept together', (_, text) => {
  expect(longest(text)).toBeGreaterThanOrEqual(3)
})
