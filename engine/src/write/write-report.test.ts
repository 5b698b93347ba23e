import { describe, expect, it } from 'vitest'
import { budgets } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import { createLedger } from '../evidence/ledger.ts'
import { isAnswered, writeReport } from './write-report.ts'

const text = 'Capital: Onhava'
const passage = {
  documentId: 1,
  url: 'https://almanac.example/zembla',
  title: 'Zembla — Almanac',
  start: 0,
  text,
  headings: [],
  score: 1,
}
const found = { passage, span: { start: 0, end: text.length }, text, label: 'Capital' }

it('tells what was not found from what was not looked for', () => {
  const findings: Finding[] = [
    {
      part: { question: 'capital' },
      sentences: [{ ...found, score: 1 }],
      related: [],
    },
    { part: { question: 'Which lakes are in Zembla?' }, sentences: [], related: [] },
    {
      part: { question: 'Birds of Zembla' },
      sentences: [],
      related: [],
      isSkipped: true,
    },
  ]
  const options = { ledger: createLedger(), effort: 'standard', limits: budgets.standard } as const
  const { sections } = writeReport(findings, options)
  const notesUnder = (heading: string) => sections.find(one => one.heading === heading)?.notes
  expect(notesUnder('Not found')).toEqual(['- lakes in Zembla'])
  expect(notesUnder('Left out at this effort')).toEqual(['- Birds of Zembla'])
})

it('a short answer has a sentence for each part before it has a second for any', () => {
  const prose = 'Onhava is old. It lies on the sea. Zembla trades in furs. Furs are dear.'
  const sentence = (start: number, end: number) => ({
    passage: { ...passage, text: prose },
    span: { start, end },
    text: prose.slice(start, end),
    ...{ score: 1 },
  })
  const findings: Finding[] = [
    { part: { question: 'a' }, sentences: [sentence(0, 14), sentence(15, 34)], related: [] },
    { part: { question: 'b' }, sentences: [sentence(35, 57), sentence(58, 72)], related: [] },
  ]
  const options = { ledger: createLedger(), effort: 'lite', limits: budgets.lite } as const
  const said = writeReport(findings, options).sections.flatMap(({ paragraphs }) =>
    paragraphs.flat(),
  )
  expect(said.map(one => one.text)).toEqual(['Onhava is old.', 'Zembla trades in furs.'])
})

it.each([
  ['Compare the depth of A and B.', 'A is deeper than B.', ['B is shallower than A.']],
  ['Is A deeper than B?', 'Yes: A is deeper than B.', ['Yes: A is deeper than B.']],
])('a choice changes how values are compared, and no verdict: %s', (question, text, expected) => {
  const ledger = createLedger()
  const evidence = [ledger.enter(passage, { start: 0, end: 7 })]
  const saying = (asked: string, said: string): Finding => ({
    part: { question: asked },
    ...{ sentences: [], related: [] },
    figures: {
      statements: [{ text: said, evidence, isVerbatim: false }],
      ...{ conflicts: [], missing: [], answered: [asked] },
    },
  })
  const findings = [
    saying(question, text),
    saying('Which of A and B has the lower depth?', 'B is shallower than A.'),
  ]
  const { sections } = writeReport(findings, {
    ...{ ledger, effort: 'standard', limits: budgets.standard },
  })
  const said = sections.flatMap(({ paragraphs }) => paragraphs.flat().map(one => one.text))
  expect(said).toEqual(expected)
})

describe('figures that companies reported', () => {
  const ledger = createLedger()
  const evidence = [ledger.enter(passage, { start: 0, end: text.length })]
  const statement = (said: string) => ({ text: said, evidence, isVerbatim: false })
  const finding: Finding = {
    part: { question: 'Revenue of Zembla Corp' },
    sentences: [{ ...found, score: 1 }],
    related: [],
    figures: {
      statements: ['one', 'two', 'three'].map(statement),
      table: {
        columns: ['', '2023', '2024'],
        rows: [{ label: 'Revenue', cells: [statement('4'), statement('5')] }],
      },
      conflicts: [statement('filings differ')],
      answered: ['Revenue of Zembla Corp'],
      missing: ['Zembla Corp: margin in 2023'],
    },
  }
  const textsOf = (statements: readonly { text: string }[] = []) => statements.map(one => one.text)

  it('open the answer instead of sentences, have a table, and show where filings differ', () => {
    const options = { ledger, effort: 'standard', limits: budgets.standard } as const
    const { sections } = writeReport([finding], options)
    expect(textsOf(sections[0]?.paragraphs.flat())).toEqual(['one', 'two', 'three'])
    const under = (heading: string) => sections.find(one => one.heading === heading)
    expect(under('Revenue, 2023–2024')?.table?.rows[0]?.label).toBe('Revenue')
    expect(textsOf(under('Where the sources differ')?.bullets)).toEqual(['filings differ'])
    expect(under('Not found')?.notes).toEqual(['- Zembla Corp: margin in 2023'])
  })

  it('are all said in a short answer, and alone are an answer', () => {
    const options = { ledger, effort: 'lite', limits: budgets.lite } as const
    const alone = { ...finding, sentences: [] }
    expect(isAnswered(alone)).toBe(true)
    const { sections } = writeReport([alone], options)
    expect(textsOf(sections[0]?.paragraphs.flat())).toEqual(['one', 'two', 'three'])
    expect(sections[0]?.notes).toEqual(['Not found: Zembla Corp: margin in 2023'])
  })

  it('say a value once, before its place in a ranking', () => {
    const options = { ledger, effort: 'lite', limits: budgets.lite } as const
    const place =
      'Zembla has the third highest rent in the world: 9 crowns in 2024 (7 have figures).'
    const findings = ['Rent in Zembla is 9 crowns in 2024.', place].map(said => ({
      ...finding,
      ...{ sentences: [], figures: { ...finding.figures, statements: [statement(said)] } },
    })) as Finding[]
    expect(textsOf(writeReport(findings, options).sections[0]?.paragraphs.flat())).toEqual([
      'Rent in Zembla is 9 crowns in 2024.',
      'Zembla has the third highest rent in the world (7 have figures).',
    ])
  })
})
