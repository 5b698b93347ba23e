import { describe, expect, it } from 'vitest'
import { blocks } from '../text/blocks.ts'
import { extractOne } from './testing/extract-text.ts'

const text = async (source: string) => (await extractOne(source, 'a.md')).text

describe('Markdown', () => {
  it('loses its marks and keeps its words', async () => {
    expect(
      await text(
        'See [the *manual*](https://example.com/a_(b)) and ![a map](m.png "Map"), **boldly**, ' +
          'in `snake_case_name`, a file_name_here, 2 * 3 * 4 and <https://example.com>.[^1]',
      ),
    ).toBe(
      'See the manual and a map, boldly, in snake_case_name, a file_name_here, 2 * 3 * 4 and ' +
        'https://example.com.',
    )
  })

  it('has its paragraphs on one line each, and list items on their own', async () => {
    expect(
      await text('A sentence that\ngoes on.\n\n- one\n  more\n- [x] two\n1. three\n> quoted'),
    ).toBe('A sentence that goes on.\n\none more\ntwo\n\nthree\n\nquoted')
  })

  it('keeps headings of all kinds', async () => {
    const source =
      'Title\n=====\n\n## Part ##\n\n<h3 align="center">Piece</h3>\n\n# ![Sign][s]\n\n[s]: sign.svg'
    const found = await text(source)
    expect(found).toBe('# Title\n\n## Part\n\n### Piece\n\n# Sign')
    expect(new Set(blocks(found).map(({ kind }) => kind))).toEqual(new Set(['heading']))
  })

  it('leaves out code blocks, in lists too, and keeps text after an unclosed fence', async () => {
    const source = [
      'Before.',
      '',
      '```js',
      "const lamp = require('lamp') // invented in 1879",
      '```',
      '',
      '    indented(code)',
      '',
      '1. Get it:',
      '',
      '    ```sh',
      '    npm install lamp',
      '    ```',
      '',
      '    It takes a second paragraph.',
      '',
      'After ```this``` code.',
      '',
      '~~~',
      'The end.',
    ].join('\n')
    expect((await text(source)).split(/\n+/)).toEqual([
      'Before.',
      'Get it:',
      'It takes a second paragraph.',
      'After this code.',
      'The end.',
    ])
  })

  it('leaves out README badges', async () => {
    const source = [
      '# Lamp [![Build](https://ci.example/lamp.svg?branch=main)](https://ci.example/lamp)',
      '',
      '[![npm version](https://badge.example/npm/lamp.svg)](https://npm.example/lamp)',
      '[![Coverage][image]][address] ![Chat on three channels](https://badge.example/chat.svg)',
      '<a href="https://badge.example"><img',
      '  src="https://badge.example/a.svg" alt="Badge"></a>',
      '',
      'Lamp gives light.',
      '',
      '[image]: https://badge.example/coverage.svg',
      '[address]: https://coverage.example',
    ].join('\n')
    expect(await text(source)).toBe('# Lamp\n\nLamp gives light.')
  })

  it.each([
    ['over two lines', 'See the [long\nguide](https://example.com/a "A guide").'],
    ['with code', 'See the [long `guide`](https://example.com).'],
    ['with brackets', 'See the [long guide](https://example.com/a_(b)).'],
    ['without text', 'See [](https://example.com)the long guide.'],
  ])('keeps the text of a link: %s', async (_, source) => {
    expect(await text(source)).toBe('See the long guide.')
  })

  it('keeps tables, whether or not they have outer pipes', async () => {
    const found = await text(
      'Year | *Sum*\n--- | ---:\n2019 | `a\\|b`\n\n| x | y |\n|---|---|\n| 1 | 2 |',
    )
    expect(found).toBe('| Year | Sum |\n| 2019 | a\\|b |\n\n| x | y |\n| 1 | 2 |')
  })

  it('keeps the settings of a project readable: inline code, tables, definitions, HTML', async () => {
    const source = [
      '## Options',
      '',
      '| Name | Default | Meaning |',
      '|---|---|---|',
      '| `retries` | `2` | Attempts &lt; 10, `a\\|b` |',
      '',
      '- `timeout` (default: `30s`): how long to **wait**',
      '  - `0` waits forever',
      '',
      'Depth',
      ': How deep to look. Defaults to `3`.',
      '',
      '<details><summary>More</summary>',
      '<table><tr><th>Port</th><td>5432</td></tr></table>',
      '</details>',
    ].join('\n')
    expect(await text(source)).toBe(
      [
        '## Options',
        '',
        '| Name | Default | Meaning |',
        '| retries | 2 | Attempts < 10, a\\|b |',
        '',
        'timeout (default: 30s): how long to wait',
        '0 waits forever',
        '',
        'Depth: How deep to look. Defaults to 3.',
        '',
        'More',
        '',
        '| Port | 5432 |',
      ].join('\n'),
    )
  })

  it('tells of itself at its head', async () => {
    const head = [
      '---',
      'title: "On dams: a history"',
      'date: 2020-02-03T10:00:00Z  # day',
      'lang: en-GB',
      'canonical_url: https://example.com/dams',
      '---',
      '# Other',
    ].join('\n')
    expect(await extractOne(head, 'a.md')).toEqual({
      url: 'https://example.com/dams',
      title: 'On dams: a history',
      text: '# Other',
      publishedOn: '2020-02-03',
      language: 'en-gb',
    })
  })

  it.each([
    ['its only first-level heading', 'a.md', '# The *name*\n\nText\n\n## Part', 'The name'],
    ['its file name if it has none', 'on_old-dams.md', 'Text', 'on old dams'],
    [
      'its file name if all headings are sections',
      'Serverless.md',
      '# AWS\n\n# Azure',
      'Serverless',
    ],
    ['its file name if a lower heading comes first', 'Dams.md', '## Old\n\nText', 'Dams'],
    ['its first heading if the file name says nothing', 'README.md', '# Lamp\n\n# Use', 'Lamp'],
  ])('takes its title from %s', async (_, file, source, title) => {
    expect((await extractOne(source, file)).title).toBe(title)
  })
})

it('marks that never close are read in a time that grows with their length', async () => {
  for (const hostile of [
    ...['`', '*', '[', '![a](', '<a ', '<!--', '> ', '| ', '_a', '# ', '- '],
    ...['[a]', '[![a](b)', '[a](', '~~~a\n', '```\n~~~\n', '\\]\\(', '1. ', '<div>\n'],
  ]) {
    await expect(text(`x\n${hostile.repeat(100_000)}x`)).resolves.toContain('x')
  }
})
