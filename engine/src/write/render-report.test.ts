import { describe, expect, it } from 'vitest'
import { createLedger } from '../evidence/ledger.ts'
import type { Passage } from '../library/passage.ts'
import { renderReport } from './render-report.ts'

const now = new Date('2026-11-15T00:00:00Z')
const passage = (documentId: number, text: string): Passage => ({
  documentId,
  url: `https://example.org/${documentId}`,
  title: `Page ${documentId}`,
  start: 0,
  text,
  headings: [],
  score: 1,
  publishedOn: '2015-07-01',
})

it('puts the marker into the sentence and numbers sources as they are first cited', () => {
  const ledger = createLedger()
  const two = passage(2, 'Second says so.')
  const one = passage(1, 'First agrees')
  const all = (source: Passage) => ledger.enter(source, { start: 0, end: source.text.length })
  const { content, sources } = renderReport(
    {
      sections: [
        {
          paragraphs: [
            [
              { text: two.text, evidence: [all(two)], isVerbatim: true },
              { text: one.text, evidence: [all(one), all(two)], isVerbatim: true },
            ],
          ],
        },
      ],
    },
    { now, effort: 'lite', isReport: false },
  )
  expect(content).toBe('Second says so [[1]]. First agrees [[1, 2]].')
  expect(sources.map(({ url }) => url)).toEqual([two.url, one.url])
  expect(sources[0]?.excerpts).toEqual([two.text])
})

it('lets no source write markers, markup or table columns of its own', () => {
  const ledger = createLedger()
  const hostile = passage(1, 'See [[7]] <script>x</script> a|b.')
  const evidence = [ledger.enter(hostile, { start: 0, end: hostile.text.length })]
  const statement = { text: hostile.text, evidence, isVerbatim: true }
  const { content } = renderReport(
    {
      sections: [
        {
          paragraphs: [[statement]],
          table: { columns: ['', 'A'], rows: [{ label: 'x', cells: [statement] }] },
        },
      ],
    },
    { now, effort: 'standard', isReport: true },
  )
  expect(content).not.toMatch(/\[\[7/)
  expect(content).not.toContain('<script>')
  expect(content).toContain('a\\|b')
  expect(content).toContain('11 years ago')
  expect(content).toContain('Extractive')
})

function answer(text: string, { isVerbatim }: { isVerbatim: boolean }): string {
  const source = passage(1, text)
  const evidence = [createLedger().enter(source, { start: 0, end: text.length })]
  const draft = { sections: [{ paragraphs: [[{ text, evidence, isVerbatim }]] }] }
  return renderReport(draft, { now, effort: 'lite', isReport: false }).content
}

it.each([
  ['Figures (in million).', 'Figures (in million) [[1]].'],
  ['It grew (to nineteen.)', 'It grew (to nineteen) [[1]].'],
  ['They said “never.”', 'They said “never” [[1]].'],
  ['They asked “why?”', 'They asked “why?” [[1]].'],
  ['Why not?', 'Why not [[1]]?'],
])('puts the marker of "%s" outside of brackets', (text, written) => {
  expect(answer(text, { isVerbatim: true })).toBe(written)
})

it.each([
  ['Capital of Zembla: Onhava.', 'Capital of Zembla: Onhava (as of July 2015) [[1]].'],
  [
    'King: Charles (since 26 May 1998).',
    'King: Charles (since 26 May 1998), as of July 2015 [[1]].',
  ],
  ['Population: 4,200 (2014).', 'Population: 4,200 (2014) [[1]].'],
])('a short answer says of when an old field is that does not: %s', (text, written) => {
  expect(answer(text, { isVerbatim: false })).toBe(written)
})

describe('what a model wrote', () => {
  const source = passage(1, 'Onhava has 4,200 people.')
  const evidence = [createLedger().enter(source, { start: 0, end: source.text.length })]
  const written = (text: string) => ({
    text,
    evidence,
    isVerbatim: false,
    author: 'model' as const,
    facts: [],
  })
  const render = (
    text: string,
    { heading = 'Summary', language = 'en', isReport = true, notes = {} } = {},
  ) =>
    renderReport(
      { sections: [{ heading, paragraphs: [[written(text)]] }], language, author: 'model' },
      {
        now,
        effort: 'standard',
        isReport,
        notes: { removed: 0, judged: 0, unjudged: 0, ...notes },
      },
    ).content

  it('turns into no link, image, markup or marker, in headings neither', () => {
    const hostile = 'a [x](http://evil.example) ![y](z) <b> [[7]] [p][q] www.evil.example'
    const content = render(hostile, { heading: hostile })
    expect(content).not.toMatch(/\]\(|(?<!\\)!\[|(?<!\\)<|\[\[7|http:\/\/|www\.|\]\[q/)
  })

  it('is told as such, with what was removed and what was not judged', () => {
    const content = render('Onhava has 4,200 people.', {
      notes: { removed: 2, judged: 3, unjudged: 1 },
    })
    expect(content).toContain(
      "*Written by a language model from quoted sources; every sentence was checked against its quotes by code, and by the model's judgement. Removed because nothing supported them: 2. Not judged: 1.",
    )
    expect(content).not.toContain('Extractive')
    expect(render('Onhava has 4,200 people.')).not.toMatch(/judge|removed/)
  })

  it('is told in the language of the report, or else in English', () => {
    expect(render('Onhava hat 4.200 Einwohner.', { language: 'de' })).toMatch(
      /\n\n\*Von einem Sprachmodell.* Alter der Quellen: 2015-07-01 \(vor \d+ Jahren\)\.\*$/,
    )
    expect(render('Onhava a 4 200 habitants.', { language: 'fr' })).toMatch(/ \(il y a \d+ ans\)/)
    expect(render('Onhava tiene 4.200 habitantes.', { language: 'es' })).toMatch(
      / \(hace \d+ años\)/,
    )
    expect(render('Onhavassa on 4 200 asukasta.', { language: 'fi' })).toContain('Written by')
  })

  it('has no note in an answer, and says in its language of when an old figure is', () => {
    const text = 'Onhava hat 4.200 Einwohner.'
    const content = render(text, { language: 'de', isReport: false })
    expect(content).toBe('## Summary\n\nOnhava hat 4.200 Einwohner (Stand Juli 2015) [[1]].')
  })
})

it('puts the marker before a full-width stop too', () => {
  expect(answer('港は開港した。', { isVerbatim: true })).toBe('港は開港した [[1]]。')
})

it('says a unit and a year that all cells of a row share once, in its label', () => {
  const ledger = createLedger()
  const source = passage(1, 'debt')
  const evidence = [ledger.enter(source, { start: 0, end: 4 })]
  const cells = (...texts: string[]) => texts.map(text => ({ text, evidence, isVerbatim: false }))
  const rows = [
    { label: 'Public debt', cells: cells('58% of GDP (2022)', '61.5% of GDP (2022)') },
    { label: 'Revenue (fiscal years)', cells: cells('$1,000 million', '−$20 million') },
    { label: 'Unemployment', cells: cells('5% (2023)', '4% (2024)') },
  ]
  const draft = { sections: [{ paragraphs: [], table: { columns: ['', 'A', 'B'], rows } }] }
  const { content } = renderReport(draft, { now, effort: 'standard', isReport: true })
  expect(content).toContain('| Public debt, % of GDP (2022) | 58 [[1]] | 61.5 [[1]] |')
  expect(content).toContain('| Revenue, $ million (fiscal years) | 1,000 [[1]] | −20 [[1]] |')
  expect(content).toContain('| Unemployment | 5% (2023) [[1]] | 4% (2024) [[1]] |')
})
