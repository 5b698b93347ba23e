import { expect, test } from 'vitest'
import { flatList, toCsv } from './flat-list.ts'
import { publisherOf } from './publisher.ts'
import { sourcesOfOutput } from './source.ts'
import { tableFigures } from './table-figures.ts'
import { withoutHeading } from './title-of.ts'

test.each([
  ['https://en.wikipedia.org/wiki/Chile', 'Wikipedia'],
  ['https://github.com/nodejs/node/blob/main/README.md', 'GitHub, nodejs/node'],
  ['https://github.com/', 'GitHub'],
  ['https://www.example.com/a', 'example.com'],
  ['https://wikipedia.org.evil.example/', 'wikipedia.org.evil.example'],
  ['https://notwikipedia.org/', 'notwikipedia.org'],
])('names the publisher of %s', (href, name) => {
  expect(publisherOf(href)).toBe(name)
})

test('charts columns of one unit, and neither years nor mixed units nor text', () => {
  const header = ['Country', 'GDP per capita', 'Growth', 'Founded', 'Note', 'Mixed', 'Loss']
  const rows = [
    ['Chile', '$17,068', '2.6%', '1818', 'coast', '1 km', '3'],
    ['Peru', '$8.4 thousand', '3.3 %', '1821', 'Andes', '2 kg', '-4'],
    ['Bolivia', 'n/a', '1.5%', '1825', '', '3 km', '5'],
  ]
  const columns = tableFigures(header, rows)
  expect(columns.map(({ name }) => name)).toEqual(['GDP per capita', 'Growth'])
  expect(columns[0]?.bars).toEqual([
    { label: 'Chile', text: '$17,068', value: 17_068 },
    { label: 'Peru', text: '$8.4 thousand', value: 8_400 },
  ])
  expect(tableFigures(header, rows.slice(0, 1))).toEqual([])
})

test('reads a list of flat objects as a table, and nothing else', () => {
  const rows = [
    { name: 'a', area: 1 },
    { name: 'b', note: null },
  ]
  expect(flatList(rows)).toEqual({ columns: ['name', 'area', 'note'], rows })
  for (const other of [[], {}, [1], [{ a: [] }], [{ a: 1 }, null], [{}]])
    expect(flatList(other)).toBeUndefined()
})

test('writes CSV without markers, quoted, and without formulas', () => {
  const rows = [
    { name: 'Say "hi", you [[1]]', n: 1.5 },
    { name: '=1+1', n: -2 },
    { name: null, n: 3 },
  ]
  expect(toCsv({ columns: ['name', 'n'], rows })).toBe(
    `name,n\r\n"Say ""hi"", you",1.5\r\n'=1+1,-2\r\n,3\r\n`,
  )
})

test('gives a report’s sources the passages that it is based on', () => {
  const [first, second] = sourcesOfOutput({
    ...{ content: 'A [[1]].', content_type: 'text' },
    sources: [
      { url: 'https://a.example/', title: 'A' },
      { url: 'https://b.example/', title: 'B' },
    ],
    evidence: [
      { pointer: '', source: 1, quote: 'It is A.' },
      { pointer: '/x', source: 1, quote: 'It is A.' },
    ],
  })
  expect(first?.excerpts).toEqual(['It is A.'])
  expect(second?.excerpts).toEqual([])
})

test('drops the heading that a report begins with, and no other', () => {
  expect(withoutHeading('\n## Chile\n\nText.\n\n## Bolivia')).toBe('\nText.\n\n## Bolivia')
  expect(withoutHeading('# Chile')).toBe('')
  expect(withoutHeading('Text.\n\n# Chile')).toBe('Text.\n\n# Chile')
})
