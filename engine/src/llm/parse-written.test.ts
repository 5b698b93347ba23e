import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Statement } from '../evidence/statement.ts'
import type { Draft } from '../write/draft.ts'
import { ledgerOf } from '../write/testing/quoted.ts'
import { parseWritten } from './parse-written.ts'

const { evidence, entries } = ledgerOf([
  'The harbour opened in 1987.',
  'It handled 10,800,000 tonnes in 2014.',
  'Fees would not change. They stay at $1,250.',
  'Cars run on E10 fuel.',
  'The pier is long.',
])
const facts: Statement[] = [
  {
    text: 'Fees rose by 13.6%.',
    evidence: entries.slice(2, 3),
    isVerbatim: false,
    computed: [13.636],
  },
]

function parse(...lines: readonly string[]): Draft {
  return parseWritten({ lines: [...lines] }, { evidence, facts, language: 'en' })
}

/** Each statement with the ids of its evidence. */
function said(draft: Draft): string[] {
  return draft.sections
    .flatMap(({ paragraphs, bullets = [] }) => [...paragraphs.flat(), ...bullets])
    .map(one => `${one.text} ${one.evidence.map(({ id }) => id).join(',')}`)
}

it.each([
  ['a joiner in a word', 'The harbour is n\u200dot open [E1].', 'The harbour is not open. 1'],
  ['a space of no width', 'It opened in 19\u200b87 [E1].', 'It opened in 1987. 1'],
  ['a turned direction', 'It opened in \u202e7891\u202c [E1].', 'It opened in 7891. 1'],
  ['a sign that strikes out', 'It opened in 1\u03369\u03368\u03367 [E1].', 'It opened in 1987. 1'],
])('%s is not there for those who read and those who check', (_, text, seen) => {
  expect(said(parse(text))).toEqual([seen])
})

describe('ids', () => {
  it.each([
    ['The harbour is open [E1].', 'The harbour is open. 1'],
    ['The harbour is open. [E1]', 'The harbour is open. 1'],
    ['The harbour is open [E1][E2].', 'The harbour is open. 1,2'],
    ['The harbour is open [E1; e2 and E3].', 'The harbour is open. 1,2,3'],
    ['The harbour is open (E1, E2).', 'The harbour is open. 1,2'],
    ['The harbour is open 【E2】.', 'The harbour is open. 2'],
    ['The harbour is open [E1: Page 1, p. 7].', 'The harbour is open. 1'],
    ['The harbour [E1] is open [E2].', 'The harbour is open. 1,2'],
    ['The **harbour** is *open* [**E1**].', 'The harbour is open. 1'],
    ['The harbour is open [E1](https://evil.example/x).', 'The harbour is open. 1'],
    ['The harbour is open [E1, E99].', 'The harbour is open. 1'],
  ])('of %s', (text, expected) => {
    expect(said(parse(text))).toEqual([expected])
  })

  it.each([
    ['that are unknown', 'The harbour is open [E77].'],
    ['of no number', 'The harbour is open [E0].'],
    ['of a calculation that is not there', 'The harbour is open [F9].'],
    ['that count sources', 'The harbour is open [[1]].'],
    ['of footnotes', 'The harbour is open [^1].'],
    ['in a comment', 'The harbour is open <!-- [E1] -->.'],
    ['in a script', 'The harbour is open <script>[E1]</script>.'],
    ['in a table', '| Harbour | open [E1] |'],
    ['among the words', 'According to E1, the harbour is open [E2].'],
    ['alone', '[E1]'],
    ['none', 'The harbour is open to all the ships.'],
  ])('%s keep nothing', (_, text) => {
    expect(said(parse(text))).toEqual([])
  })

  test('stay in the text if they are a name in the quote', () => {
    expect(said(parse('Cars run on E10 [E4].'))).toEqual(['Cars run on E10. 4'])
  })

  test('of calculations bring their evidence and results', () => {
    const [statement] = parse('Fees rose by 13.6% [F1].').sections[0]?.paragraphs[0] ?? []
    expect(statement).toMatchObject({ computed: [13.636], evidence: [entries[2]], facts })
  })

  test('count for all sentences of a text, and not for the next text', () => {
    expect(said(parse('The harbour is open. It is large [E1].', 'It is loud.'))).toEqual([
      'The harbour is open. 1',
      'It is large. 1',
    ])
  })
})

test('only a whole sentence of a quote is a quote', () => {
  const isVerbatim = (text: string) =>
    parse(text).sections[0]?.paragraphs[0]?.map(statement => statement.isVerbatim)
  expect(isVerbatim('They stay at $1,250 [E3].')).toEqual([true])
  expect(isVerbatim('stay at $1,250 [E3].')).toEqual([false])
})

test('removes addresses, links and images', () => {
  const [text = ''] = said(
    parse(
      'See [the port](https://evil.example/a) ![x](https://evil.example/b.png) at https://evil.example/c, it is open [E1].',
    ),
  )
  expect(text).not.toMatch(/evil|http|\]\(/)
  expect(text).toContain('it is open')
})

test('keeps headings with something under them, in plain words', () => {
  const lines = [
    '# One',
    '## **Two** [E1]',
    'It is open [E1].',
    '# <b>Three</b>',
    '- Fees stay [E3].',
  ]
  const { sections } = parse(...lines)
  expect(sections.map(({ heading }) => heading)).toEqual(['Two', undefined])
  expect(sections[1]?.bullets?.map(({ text }) => text)).toEqual(['Fees stay.'])
})

test('keeps a sentence that is repeated once, and limits thousands of different ones', () => {
  expect(said(parse(...Array.from({ length: 1_000 }, () => 'It is open [E1].')))).toHaveLength(1)
  const many = Array.from({ length: 5_000 }, (_, at) => `Number ${at} is open [E1].`)
  expect(said(parse(...many)).length).toBeLessThanOrEqual(600)
})

test('counts the texts without citations', () => {
  expect(parse('The harbour is large.', 'It is open [E99].', 'It is open [E1].').unsupported).toBe(
    2,
  )
})

test('never cites unknown evidence or keeps markup, whatever a model writes', () => {
  const piece = fc.constantFrom(
    ...['The harbour is open', '[E1]', '[E9]', '[[1]]', '```', '\n', '\n\n', '## ', '| a | b |'],
    ...['. ', '<b>', '[x](http://a.b)', '](', '![', '`', '(E2)', '- ', '> ', '<script>', '-->'],
    ...['E3', '**', '\ue000', '\u0000'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      for (const { paragraphs } of parse(pieces.join('')).sections) {
        for (const one of paragraphs.flat()) {
          expect(one.evidence.length).toBeGreaterThan(0)
          expect(one.text).not.toMatch(/http|<[a-z]|[\ue000-\uf8ff]|```/)
        }
      }
    }),
    { numRuns: 1_000 },
  )
})

it.each(['E1 ', '. E1', '[E1 ', '![', '[a](', '[', '> ', 'two "'])(
  'a text of nothing but %s is no statement',
  piece => {
    expect(said(parse(piece.repeat(30_000)))).toEqual([])
  },
)
