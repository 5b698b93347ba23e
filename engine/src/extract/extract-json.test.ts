import { describe, expect, it } from 'vitest'
import { blocks } from '../text/blocks.ts'
import { extractDocument } from './extract-document.ts'
import { extractOne } from './testing/extract-text.ts'

const text = async (value: unknown) => (await extractOne(JSON.stringify(value), 'a.json')).text
const extractAll = (content: string, fileName: string) =>
  extractDocument(new TextEncoder().encode(content), {
    url: `https://example.com/${fileName}`,
    fileName,
    ownUrl: 'any',
  })

describe('an object', () => {
  it('becomes sections of fields', async () => {
    const found = await text({
      name: 'Laos',
      Government: {
        Capital: { name: 'Vientiane', 'time difference': 'UTC+7' },
        'Country name': 'Laos',
      },
      Economy: { exports: { partners: ['China', 'Thailand'], gdp_perCapita: 2.5 } },
    })
    expect(found).toBe(
      'name: Laos\n\n# Government\n\nCountry name: Laos\nCapital — name: Vientiane\n' +
        'Capital — time difference: UTC+7\n\n' +
        '# Economy\n\nexports — partners: China, Thailand\nexports — gdp per Capita: 2.5',
    )
    expect(blocks(found).filter(({ kind }) => kind === 'field')).toHaveLength(6)
  })

  it.each([
    [{ title: 'Harbour dues', updated: '2024-03-01' }, 'Harbour dues', '2024-03-01'],
    [{ Name: 'Laos', 'Last-Updated': '5 May 2020' }, 'Laos', '2020-05-05'],
    [{ name: 'Laos', created_at: '2019-01-01', published: '2018-02-03' }, 'Laos', '2018-02-03'],
    [{ name: { text: 'Laos' }, date: 'soon' }, 'a', undefined],
  ])('has the title and the day that it tells: %j', async (told, title, publishedOn) => {
    const found = await extractOne(JSON.stringify({ ...told, depth: { metres: 12 } }), 'a.json')
    expect(found).toMatchObject({ title, text: expect.stringContaining('metres: 12') })
    expect(found.publishedOn).toBe(publishedOn)
  })

  it('keeps its numbers as they are written', async () => {
    const { text: found } = await extractOne('{"a": 1.10, "b": 12345678901234567890}', 'a.json')
    expect(found).toBe('a: 1.10\nb: 12345678901234567890')
  })

  it('with lists of flat objects has tables', async () => {
    const found = await text({
      rivers: [
        { name: 'Mekong', km: 4350 },
        { name: 'Ou', note: 'a | b' },
      ],
    })
    expect(found).toBe('# rivers\n\n| name | km | note |\n| Mekong | 4350 | |\n| Ou | | a \\| b |')
  })
})

describe('records', () => {
  it('with an address or an id of their own are documents of their own', async () => {
    const documents = await extractAll(
      JSON.stringify([
        {
          url: 'https://a.example/1',
          title: 'One',
          text: 'First.',
          date: '2020-01-02',
          lang: 'en',
        },
        { id: 'x y', body: '<p>Second <b>text</b>.</p>', author: 'Somebody' },
      ]),
      'a.json',
    )
    expect(documents).toEqual([
      {
        url: 'https://a.example/1',
        title: 'One',
        text: 'First.',
        publishedOn: '2020-01-02',
        language: 'en',
      },
      {
        url: 'https://example.com/a.json#x%20y',
        title: 'a x y',
        text: 'Second text.\n\nauthor: Somebody',
        language: 'en',
      },
    ])
  })

  it('are read from JSON Lines, and a broken line is named', async () => {
    const lines = ['{"id": 1, "text": "One"}', '', '{"id": 2, "text": "Two"}']
    const documents = await extractAll(lines.join('\n'), 'a.jsonl')
    expect(documents.map(({ url }) => url)).toEqual([
      'https://example.com/a.jsonl#1',
      'https://example.com/a.jsonl#2',
    ])
    await expect(extractAll(`${lines.join('\n')}\n{"id":`, 'a.jsonl')).rejects.toThrow(/line 3/)
  })

  it('that share an id, or have none, are one document', async () => {
    const shared = [
      { id: 1, text: 'One' },
      { id: 1, text: 'Two' },
    ]
    expect(await extractAll(JSON.stringify(shared), 'a.json')).toHaveLength(1)
    expect(await text([{ a: '1' }, { a: '2' }])).toBe('| a |\n| 1 |\n| 2 |')
  })
})

it('what is nested too deep or is no JSON is refused with a reason', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  await expect(extractOne(deep, 'a.json')).rejects.toThrow(/nested too deep/)
  await expect(extractOne('{"a": }', 'a.json')).rejects.toThrow(/not valid JSON/)
})

it('text that only begins like JSON is text', async () => {
  expect((await extractOne('["quoted"] is how it begins', 'a.txt')).text).toContain('how it begins')
})
