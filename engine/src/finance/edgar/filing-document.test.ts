import { describe, expect, it } from 'vitest'
import { splitPassages } from '../../library/split-passages.ts'
import { blocks } from '../../text/blocks.ts'
import { CONCEPTS } from '../metrics.ts'
import { type CompanyRecord, makeRecord } from './company-record.ts'
import { filingDocument, writeFigure } from './filing-document.ts'
import { readCompanyFacts, readSubmissions } from './read-replies.ts'

const ACCESSION = '0000000042-24-000001'
const filed = { accn: ACCESSION, fy: 2023, fp: 'FY', form: '10-K', filed: '2024-02-20' }
const year = { start: '2023-01-01', end: '2023-12-31', ...filed }

function recordOf(facts: Record<string, Record<string, object[]>>): CompanyRecord {
  const concepts = Object.entries(facts).map(([concept, units]) => [concept, { units }])
  const company = { cik: '0000000042', name: 'Sample Works Inc', tickers: ['SMPL'] }
  return makeRecord(company, {
    submissions: readSubmissions({ fiscalYearEnd: '1231' }),
    figures: readCompanyFacts({ facts: { 'us-gaap': Object.fromEntries(concepts) } }),
  })
}

function documentOf(facts: Record<string, Record<string, object[]>>) {
  const { company, filings } = recordOf(facts)
  const [filing] = filings
  if (!filing) throw new Error('there is no filing')
  return filingDocument({ company, filing, baseUrl: 'https://www.sec.gov' })
}

it('a filing is a document of fields by statement, cited by its index page', () => {
  const { document } = documentOf({
    Assets: { USD: [{ end: '2023-12-31', val: 1234567890, ...filed }] },
    Revenues: { USD: [{ ...year, val: 5_000_000_000.5 }] },
    EarningsPerShareDiluted: { 'USD/shares': [{ ...year, val: -0.07 }] },
  })
  expect(document).toEqual({
    url: 'https://www.sec.gov/Archives/edgar/data/42/000000004224000001/0000000042-24-000001-index.htm',
    title: 'Sample Works Inc (SMPL) 10-K for fiscal year 2023',
    aliases: ['Sample Works Inc', 'Sample Works', 'SMPL'],
    publishedOn: '2024-02-20',
    language: 'en',
    countries: ['US'],
    text: `# Sample Works Inc (SMPL) 10-K for fiscal year 2023

Company: Sample Works Inc
Ticker: SMPL
Form: 10-K
Filed on: 2024-02-20
Period of report: fiscal year 2023, ended 2023-12-31

## Income statement

Revenue (net sales) — 2023-01-01 to 2023-12-31: 5,000,000,000.5 USD (fiscal year 2023)

## Per share and shares

Earnings per share, diluted (EPS) — 2023-01-01 to 2023-12-31: -0.07 USD per share (fiscal year 2023)

## Balance sheet

Total assets — 2023-12-31: 1,234,567,890 USD (end of fiscal year 2023)
`,
  })
})

it('every line that can be written is a field with its label, whatever the concept and the period', () => {
  const parts = ['year', 'Q1', 'Q2', 'Q3', 'Q4', 'half', 'nine-months'] as const
  for (const [
    concept,
    {
      line: { label: first, section },
      ownLabel,
      isCover,
    },
  ] of CONCEPTS) {
    for (const part of parts) {
      for (const label of [first, ownLabel ?? first]) {
        const period = { start: '2022-09-25', end: '2023-09-30', fiscalYear: 2023, part }
        const line = writeFigure({
          concept,
          label,
          section,
          value: 1,
          unit: 'USD',
          period,
          isCover,
        })
        expect(blocks(line)).toMatchObject([
          { kind: 'field', label: `${label} — 2022-09-25 to 2023-09-30` },
        ])
      }
    }
  }
})

it('each quote is in exactly one passage, among the labels of its fields', () => {
  const rows = [2023, 2022, 2021].map((of, index) => ({
    ...year,
    start: `${of}-01-01`,
    end: `${of}-12-31`,
    val: 1_000_000 - index,
  }))
  const ends = rows.map(({ start: _, ...row }) => row)
  const { document, facts } = documentOf(
    Object.fromEntries(
      [...CONCEPTS.keys()]
        .filter(concept => concept.startsWith('us-gaap:'))
        .map((concept, index) => [concept.slice(8), { USD: index % 2 === 0 ? rows : ends }]),
    ),
  )
  expect(facts.length).toBeGreaterThan(150)
  const passages = splitPassages(document.text)
  for (const { quote, label } of facts) {
    const holding = passages.filter(({ text }) => text.includes(quote))
    expect(holding).toHaveLength(1)
    expect(holding[0]?.labels.some(found => found.startsWith(`${label} — `))).toBe(true)
    expect(document.text.split(quote)).toHaveLength(2)
  }
})

describe('concepts that mean the same', () => {
  it('give one figure, the fullest, and the others by their own names where they differ', () => {
    const { facts } = documentOf({
      RevenueFromContractWithCustomerExcludingAssessedTax: { USD: [{ ...year, val: 880 }] },
      Revenues: { USD: [{ ...year, val: 912 }] },
      SalesRevenueNet: { USD: [{ ...year, val: 900 }] },
    })
    expect(facts.map(({ label, value }) => [label, value])).toEqual([
      ['Revenue (net sales)', 912],
      ['Revenue from contracts with customers', 880],
      ['Revenue from net sales', 900],
    ])
  })

  it('give one figure where they agree', () => {
    const { facts } = documentOf({
      NetIncomeLoss: { USD: [{ ...year, val: 7 }] },
      ProfitLoss: { USD: [{ ...year, val: 7 }] },
    })
    expect(facts.map(({ concept }) => concept)).toEqual(['us-gaap:NetIncomeLoss'])
  })
})

it('leaves out figures that cannot be quoted exactly, and rows without a figure', () => {
  const { facts } = documentOf({
    Revenues: {
      USD: [
        { ...year, val: 5 },
        { ...year, val: 2 ** 60, end: '2022-12-31', start: '2022-01-01' },
        { ...year, val: '7', end: '2021-12-31', start: '2021-01-01' },
        { ...year, val: 7, accn: '../../etc' },
        { ...year, val: 7, filed: 'yesterday' },
        { ...year, val: 7, form: '10-K\n# Heading' },
        { ...year, val: 7, start: 20230101 },
      ],
      'USD per\nweek': [{ ...year, val: 9 }],
    },
  })
  expect(facts.map(({ value }) => value)).toEqual([5])
})
