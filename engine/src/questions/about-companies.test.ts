import { describe, expect, it } from 'vitest'
import type { Facts } from '../facts/open-facts.ts'
import { createDirectory } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import type { Reader } from '../reader/reader.ts'
import { restateAboutCompanies } from './about-companies.ts'

const companies = [
  { cik: '1', name: 'Apple Inc.', tickers: ['AAPL'] },
  { cik: '2', name: 'Nike, Inc.', tickers: ['NKE'] },
  { cik: '3', name: 'Delta Air Lines', tickers: ['DAL'] },
  { cik: '4', name: 'United Airlines Holdings', tickers: ['UAL'] },
  { cik: '5', name: 'Southwest Airlines', tickers: ['LUV'] },
]
const facts = { findSubjects: () => [] } as unknown as Facts
const store = { directory: createDirectory(companies) } as unknown as CompanyStore

async function restate(question: string, phrases: readonly string[], operations: string[] = []) {
  const fields = phrases.map(phrase => ({ kind: 'company', phrase, score: 1 }))
  const reader = { understand: async () => ({ fields, operations }) } as unknown as Reader
  return (await restateAboutCompanies(question, { reader, facts, companies: store })).clauses
}

describe('a restated question about companies', () => {
  it('asks which of all named companies has the most of each measure', async () => {
    const question =
      'Which airlines - Delta, United, Southwest - have most debt and profit in 2025?'
    expect(await restate(question, ['net income', 'long-term debt'], ['highest'])).toEqual([
      'Which of Delta Air Lines, United Airlines and Southwest Airlines had the highest net income in 2025?',
      'Which of Delta Air Lines, United Airlines and Southwest Airlines had the highest long-term debt in 2025?',
    ])
  })

  it('asks for a share in each of two years, with the revenue as the whole', async () => {
    const question = 'how much of its revenue did Apple put into R&D, 2014 vs 2024'
    const phrases = ['revenue', 'research and development expense']
    expect(await restate(question, phrases, ['share', 'compare'])).toEqual([
      'What was the research and development expense as a share of the revenue of Apple in 2014 and in 2024?',
    ])
  })

  it('adds the listed measures that the model left out', async () => {
    const question = 'Nike: look at total debt, equity and operating margin since 2019.'
    expect(await restate(question, ['total debt', 'free cash flow'], ['change'])).toEqual([
      "What were the total debt, the shareholders' equity, the operating margin and the free cash flow of Nike since 2019?",
    ])
  })

  it('asks in the order of the question', async () => {
    const question = 'qual foi a receita da apple em 2024 e o lucro líquido?'
    expect(await restate(question, ['net income', 'revenue'], [])).toEqual([
      'What were the revenue and the net income of Apple in 2024?',
    ])
  })

  it('asks for the change over the last years', async () => {
    const question = 'Has Apple bought back shares over the past decade?'
    expect(await restate(question, ['weighted average diluted shares'], ['change'])).toEqual([
      'How did the weighted average diluted shares of Apple change over the past decade?',
    ])
  })

  it('listens to the English words if a name is in another script', async () => {
    const understand = async (text: string) => ({
      fields: [{ kind: 'company', phrase: /net income/.test(text) ? 'net income' : 'revenue' }],
      operations: [],
    })
    const reader = { understand } as unknown as Reader
    const options = { reader, facts, companies: store }
    const { clauses } = await restateAboutCompanies('苹果公司2022财年的净利润是多少', options)
    expect(clauses).toEqual(['What was the net income of Apple in 2022?'])
  })

  it.each([
    [
      'ナイキの2025年度の売上高は前年度と比べて何%減少しましたか？',
      'revenue of Nike change in 2025',
    ],
    [
      'Wie stark ist der Umsatz von Nike 2025 gegenüber dem Vorjahr gestiegen?',
      'revenue of Nike change in 2025',
    ],
  ])('is in English, even if the model understands nothing: %s', async (question, said) => {
    expect(await restate(question, [])).toEqual([`How did the ${said}?`])
  })
})
