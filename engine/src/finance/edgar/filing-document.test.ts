import { expect, it } from 'vitest'
import { splitPassages } from '../../library/split-passages.ts'
import { CONCEPTS } from '../metrics.ts'
import { type CompanyRecord, makeRecord } from './company-record.ts'
import { filingDocument, filingFacts } from './filing-document.ts'
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
  const of = { company, filing, baseUrl: 'https://www.sec.gov' }
  return { document: filingDocument(of), facts: filingFacts(of) }
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

## Income statement

Sample Works Inc — Revenue (net sales) — fiscal year 2023 (2023-01-01 to 2023-12-31): 5,000,000,000.5 USD (10-K filed 2024-02-20)

## Per share and shares

Sample Works Inc — Earnings per share, diluted (EPS) — fiscal year 2023 (2023-01-01 to 2023-12-31): -0.07 USD per share (10-K filed 2024-02-20)

## Balance sheet

Sample Works Inc — Total assets — end of fiscal year 2023 (2023-12-31): 1,234,567,890 USD (10-K filed 2024-02-20)
`,
  })
})

it('each quote is in exactly one passage', () => {
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
  for (const { quotes } of facts) {
    const line = quotes[0]?.passage.text ?? ''
    const holding = passages.filter(({ text }) => text.includes(line))
    expect(holding).toHaveLength(1)
    expect(document.text.split(line)).toHaveLength(2)
  }
})

it('concepts of one line have labels of their own', () => {
  const { facts } = documentOf({
    RevenueFromContractWithCustomerExcludingAssessedTax: { USD: [{ ...year, val: 880 }] },
    Revenues: { USD: [{ ...year, val: 912 }] },
  })
  expect(facts.map(({ label, value }) => [label, value])).toEqual([
    ['Revenue (net sales)', 912],
    ['Revenue from contracts with customers', 880],
  ])
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
