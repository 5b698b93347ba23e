import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LONGEST_PASSAGE, splitPassages } from './split-passages.ts'

const SENTENCE = 'The river rises in the northern hills and falls into the lake. '

const fragments = fc.oneof(
  fc.constantFrom(
    '# Rivers\n',
    '## Lakes\n\n',
    '| a | b |\n',
    '|---|---|\n',
    'Area — land: 12 sq km\n',
    'Area — water: 3 sq km\n',
    'Length: 7 km\n',
    SENTENCE,
    '\n\n',
    '\r\n',
    '😀'.repeat(50),
    'x'.repeat(900),
    ' '.repeat(700),
    `| ${'cell | '.repeat(200)}\n`,
  ),
  fc.string({ unit: 'grapheme' }),
)
const texts = fc.array(fragments, { maxLength: 60 }).map(parts => parts.join(''))

it('passages joined are the text, each at its offset, none empty, none too long', () => {
  fc.assert(
    fc.property(texts, text => {
      const pieces = splitPassages(text)
      expect(pieces.map(piece => piece.text).join('')).toBe(text)
      for (const piece of pieces) {
        expect(text.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text)
        expect(piece.text.length).toBeGreaterThan(0)
        expect(piece.text.length).toBeLessThanOrEqual(LONGEST_PASSAGE)
      }
    }),
  )
})

it('no character is cut in half', () => {
  const pieces = splitPassages(`a${'😀'.repeat(20_000)}`)
  expect(pieces.length).toBeGreaterThan(10)
  expect(pieces.every(({ text }) => text.isWellFormed())).toBe(true)
})

it('prose is cut between sentences into pieces of about one size', () => {
  const pieces = splitPassages(SENTENCE.repeat(60))
  for (const { text } of pieces) {
    expect(text.endsWith('. ')).toBe(true)
    expect(text.length).toBeGreaterThan(600)
    expect(text.length).toBeLessThanOrEqual(1_200)
  }
})

it('paragraphs stay whole and short ones share a passage', () => {
  const paragraph = SENTENCE.repeat(5).trim()
  const pieces = splitPassages([paragraph, paragraph, paragraph, paragraph].join('\n\n'))
  expect(pieces.map(({ text }) => text.trim())).toEqual([
    `${paragraph}\n\n${paragraph}`,
    `${paragraph}\n\n${paragraph}`,
  ])
})

it('a passage is of one section and knows the headings above it', () => {
  const pieces = splitPassages('# Land\n\n## Rivers\nLong.\n\n## Lakes\nDeep.\n\n# Sea\nWide.\n')
  expect(pieces.map(({ headings, text }) => [headings, text])).toEqual([
    [['Land', 'Rivers'], '# Land\n\n## Rivers\nLong.\n\n'],
    [['Land', 'Lakes'], '## Lakes\nDeep.\n\n'],
    [['Sea'], '# Sea\nWide.\n'],
  ])
})

it('fields about one thing stay together and give their labels', () => {
  const group = (name: string) =>
    ['north', 'south', 'east', 'west'].map(side => `${name} — ${side}: ${'x'.repeat(200)}`)
  const pieces = splitPassages([...group('Border'), ...group('Coast')].join('\n'))
  expect(pieces.map(({ labels }) => labels)).toEqual([
    ['Border — north', 'Border — south', 'Border — east', 'Border — west'],
    ['Coast — north', 'Coast — south', 'Coast — east', 'Coast — west'],
  ])
})

it('a table stays whole with its caption while it fits', () => {
  const table = ['| Year | Fish |', ...Array.from({ length: 100 }, (_, row) => `| ${row} | 1 |`)]
  const text = `Fish by year:\n\n${table.join('\n')}\n\nThat is all.`
  expect(splitPassages(text).map(piece => piece.text)).toEqual([
    `Fish by year:\n\n${table.join('\n')}\n\n`,
    'That is all.',
  ])
})

it('a long table is cut between rows, and each later piece has the header', () => {
  const header = '| | Fish | |\n| | 2014 | 2013 |'
  const rows = Array.from({ length: 500 }, (_, row) => `| Lake ${row} | ${row} | ${row} |`)
  const [first, ...others] = splitPassages([header, ...rows].join('\n'))
  expect(first).not.toHaveProperty('tableHeader')
  expect(others.length).toBeGreaterThan(1)
  for (const { text, tableHeader } of others) {
    expect(tableHeader).toBe(header)
    expect(text).toMatch(/^\| Lake/)
  }
})

it('a huge text without any structure is cut in no time to speak of', () => {
  const pieces = splitPassages(`# ${' '.repeat(100_000)}${'a. '.repeat(500_000)}`)
  expect(pieces.length).toBeGreaterThan(400)
})

it('a field stays with the prose that explains it', () => {
  const section = '## bodyLimit\n\nDefault: 1 MiB\n\nThe largest body that is accepted.\n\n'
  expect(splitPassages(`${section}${section}`).map(({ text }) => text)).toEqual([section, section])
})
