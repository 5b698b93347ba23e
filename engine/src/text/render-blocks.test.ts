import { expect, it } from 'vitest'
import { toHtml, toMarkdown } from './render-blocks.ts'

const text = [
  '# Lakes & <b>ponds</b>',
  'The lake is deep.',
  'It is old.',
  '',
  '| Lake | Depth |',
  '| One \\| Two | 74 m |',
  'Area: 12 km²',
].join('\n')

it('writes Markdown with a rule below the first row of a table', () => {
  expect(toMarkdown(text)).toBe(
    [
      '# Lakes & <b>ponds</b>',
      'The lake is deep.\nIt is old.',
      '| Lake | Depth |\n| --- | --- |\n| One \\| Two | 74 m |',
      'Area: 12 km²',
    ].join('\n\n'),
  )
})

it('writes HTML in which nothing of the text is markup', () => {
  expect(toHtml(text)).toBe(
    [
      '<h1>Lakes &amp; &lt;b&gt;ponds&lt;/b&gt;</h1>',
      '<p>The lake is deep.\nIt is old.</p>',
      '<table><tr><td>Lake</td><td>Depth</td></tr><tr><td>One | Two</td><td>74 m</td></tr></table>',
      '<p>Area: 12 km²</p>',
    ].join('\n'),
  )
})
