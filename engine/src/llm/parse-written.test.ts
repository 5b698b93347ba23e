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

function parse(text: string, { isComplete = true } = {}): Draft {
  return parseWritten(text, { evidence, facts, language: 'en', isComplete })
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
    ['The harbour is open [E1, E2].', 'The harbour is open. 1,2'],
    ['The harbour is open [E1; e2 and E3].', 'The harbour is open. 1,2,3'],
    ['The harbour is open (E1, E2).', 'The harbour is open. 1,2'],
    ['The harbour is open [2].', 'The harbour is open. 2'],
    ['The harbour is open 【E2】.', 'The harbour is open. 2'],
    ['The harbour is open [E1–E3].', 'The harbour is open. 1,2,3'],
    ['The harbour is open [E1-3].', 'The harbour is open. 1,2,3'],
    ['The harbour is open E1, E2.', 'The harbour is open. 1,2'],
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
    ['that count sources, several', 'The harbour is open [[1, 2]].'],
    ['of footnotes', 'The harbour is open [^1].\n\n[^1]: E1'],
    ['in code', 'The harbour is open `[E1]`.'],
    ['in a block of code', '```\nThe harbour is open [E1].\n```'],
    ['in a block of code with no end', 'Hello there\n~~~js\nThe harbour is open [E1].'],
    ['in a comment', 'The harbour is open <!-- [E1] -->.'],
    ['in a script', 'The harbour is open <script>[E1]</script>.'],
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

  test('at the end of a paragraph count for the sentences before; unknown ids are ignored', () => {
    expect(said(parse('The harbour is open. It is large [E1]. It is loud.'))).toEqual([
      'The harbour is open. 1',
      'It is large. 1',
    ])
    expect(said(parse('The harbour is open [E9]. It is large [E1].'))).toEqual(['It is large. 1'])
  })
})

test('only a whole sentence of a quote is a quote', () => {
  const isVerbatim = (text: string) =>
    parse(text).sections[0]?.paragraphs[0]?.map(statement => statement.isVerbatim)
  expect(isVerbatim('They stay at $1,250 [E3].')).toEqual([true])
  expect(isVerbatim('stay at $1,250 [E3].')).toEqual([false])
})

describe('unwanted markup and sources', () => {
  test('removes addresses, tags, links and images', () => {
    const draft = parse(
      'See [the port](https://evil.example/a) ![x](https://evil.example/b.png) <img src=x onerror=y> ' +
        '<a href="javascript:z">now</a> at https://evil.example/c or www.evil.example/d, it is <b>open</b> [E1].',
    )
    const [text = ''] = said(draft)
    expect(text).not.toMatch(/evil|http|www|javascript|[<>]|\]\(/)
    expect(text).toContain('it is open')
  })

  it.each(['## Sources', '**References**', 'Quellen:', '# Sources used', 'Bibliography\n---'])(
    'a list under %s is dropped',
    heading => {
      const text = `It is open [E1].\n\n${heading}\n\n- The harbour page [E1]\n- Another page [E2]`
      expect(said(parse(text))).toEqual(['It is open. 1'])
    },
  )

  test('a list of sources is dropped, but not the text under the next heading', () => {
    const text = 'Sources: [E1], [E2]\n\n## References\nA [E1].\n\n## Fees\nFees stay [E3].'
    const draft = parse(text)
    expect(said(draft)).toEqual(['Fees stay. 3'])
    expect(draft.sections.map(({ heading }) => heading)).toEqual(['Fees'])
  })

  test('headings with nothing under them vanish', () => {
    const draft = parse('# One\n\n## Two\n\nIt is open [E1].\n\n## Three\n\nIn short:')
    expect(draft.sections.map(({ heading }) => heading)).toEqual(['Two'])
    expect(parse('# One\n## Two\n### Three').sections).toEqual([])
    expect(parse('').sections).toEqual([])
  })
})

test('tables are dropped', () => {
  const table = '| Port | Opened |\n|---|:-:|\n| Ellery | 1987 [E1] |\n\nIt is open [E1].'
  expect(said(parse(table))).toEqual(['It is open. 1'])
})

describe('a text that was cut off', () => {
  it.each([
    ['It is open [E1]. The fees of the', ['It is open. 1']],
    ['It is open [E1]. The fees rose by 3.', ['It is open. 1']],
    ['It is open [E1]. Fees stay [E', ['It is open. 1']],
    ['It is open [E1]. Fees stay [E3].', ['It is open. 1', 'Fees stay. 3']],
    ['It is open [E1].\n\n- Fees [E3] and', ['It is open. 1']],
    ['It is op', []],
  ])('keeps the whole sentences of: %s', (text, expected) => {
    expect(said(parse(text, { isComplete: false }))).toEqual(expected)
  })
})

describe('repetition', () => {
  test('keeps a sentence that is repeated a thousand times once', () => {
    expect(said(parse('The harbour is open [E1]. '.repeat(1_000)))).toHaveLength(1)
    expect(said(parse('- The harbour is open [E1].\n'.repeat(1_000)))).toHaveLength(1)
  })

  test('limits thousands of different sentences', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `Number ${at} is open [E1].`).join(' ')
    expect(said(parse(text)).length).toBeLessThanOrEqual(600)
  })
})

test('counts claims without citations, but not transitions', () => {
  const text =
    'The harbour is said to be very large. \n\nIn short:\n\nNext, the fees.\n\nIt is open to everybody there [E99].'
  expect(parse(text).unsupported).toBe(2)
})

test('never cites unknown evidence or keeps markup, whatever a model writes', () => {
  const piece = fc.constantFrom(
    'The harbour is open',
    '[E1]',
    '[E9]',
    '[[1]]',
    '```',
    '\n',
    '\n\n',
    '## ',
    '| a | b |',
    '. ',
    '<b>',
    '[x](http://a.b)',
    '](',
    '![',
    '`',
    '(E2)',
    '- ',
    '> ',
    '<script>',
    '-->',
    'E3',
    '**',
    '\ue000',
    '\u0000',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, isComplete) => {
      const draft = parse(pieces.join(''), { isComplete })
      for (const { paragraphs, bullets = [] } of draft.sections) {
        for (const one of [...paragraphs.flat(), ...bullets]) {
          expect(one.evidence.length).toBeGreaterThan(0)
          expect(one.text).not.toMatch(/\[\[|http|<[a-z]|[\ue000-\uf8ff]|```/)
        }
      }
    }),
    { numRuns: 1_000 },
  )
})

it.each(['E1 ', '. E1', '[E1 ', '![', '<a', '[a](', '`', '[', '| a ', '> ', 'two "'])(
  'a text of nothing but %s takes no time worth telling',
  piece => {
    expect(said(parse(piece.repeat(30_000), { isComplete: false })).length).toBeLessThan(600)
  },
)
