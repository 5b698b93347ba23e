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
    ).toBe('A sentence that goes on.\n\none more\ntwo\nthree quoted')
  })

  it('keeps headings of both kinds, and no comment in code becomes one', async () => {
    const found = await text('Title\n=====\n\n## Part ##\n\n```sh\n# a comment\nrun   it\n```\n')
    expect(found).toBe('# Title\n\n## Part\n\n # a comment\nrun it')
    expect(blocks(found).map(({ kind }) => kind)).toEqual(['heading', 'heading', 'prose'])
  })

  it('keeps tables, whether or not they have outer pipes', async () => {
    const found = await text(
      'Year | *Sum*\n--- | ---:\n2019 | `a\\|b`\n\n| x | y |\n|---|---|\n| 1 | 2 |',
    )
    expect(found).toBe('| Year | Sum |\n| 2019 | a\\|b |\n\n| x | y |\n| 1 | 2 |')
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

  it('is called by its first heading, else by its file', async () => {
    expect((await extractOne('# The *name*\n\nText', 'a.md')).title).toBe('The name')
    expect((await extractOne('Text', 'on_old-dams.md')).title).toBe('on old dams')
  })
})

it('marks that never close are read in a time that grows with their length', async () => {
  for (const hostile of ['`', '*', '[', '![a](', '<a ', '<!--', '> ', '| ', '_a', '# ', '- ']) {
    await expect(text(`x\n${hostile.repeat(100_000)}x`)).resolves.toContain('x')
  }
})
