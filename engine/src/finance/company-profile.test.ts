import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '../budgets.ts'
import { createLedger } from '../evidence/ledger.ts'
import type { Facts } from '../facts/facts.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { answerFromFacts } from './answer-from-facts.ts'
import { type CompanyStore, openCompanyStore } from './company-store.ts'
import { findLocalFacts } from './local-facts.ts'
import { SHAPE } from './profiles.ts'

const today = '2026-11-16'
let facts: Facts
let store: CompanyStore
beforeAll(async () => {
  facts = await openShippedFacts()
  store = openCompanyStore(facts)
})
afterAll(() => facts.close())

function ask(question: string, effort: Effort = 'lite') {
  const policy = compilePolicy({}, { now: new Date(today) })
  const asked = { today, effort }
  const local = findLocalFacts(question, { store, kind: 'finance', policy, ...asked })
  return local && answerFromFacts(question, { ...local, ledger: createLedger(), ...asked })
}

const said = (question: string, effort?: Effort) =>
  ask(question, effort)?.statements.map(({ text }) => text) ?? []
const rows = (question: string, effort: Effort) =>
  ask(question, effort)?.table?.rows.map(({ label }) => label) ?? []

describe('an overview of a company', () => {
  it('is three sentences, then five, then sections with headings', () => {
    const question = 'Give an overview of Intel.'
    expect(said(question)).toEqual([
      "Intel's revenue was $52.9 billion in 2025, 0.47% less than a year before.",
      'It lost $267 million in 2025, after it lost $18.8 billion a year before.',
      'Its net debt was $32.3 billion as of 27 December 2025, 22.6% less than a year before: long-term debt including its current portion of $46.6 billion less cash and cash equivalents of $14.3 billion.',
    ])
    expect(rows(question, 'standard')).toEqual([
      ...['Revenue', 'Net income', 'Net margin', 'Operating cash flow', 'Net debt'],
    ])
    const { statements = [] } = ask(question, 'deep') ?? {}
    expect([...new Set(statements.flatMap(({ about = [] }) => about))]).toEqual([
      ...['Intel: growth', 'Intel: profitability', 'Intel: cash', 'Intel: balance sheet'],
      'Intel: payouts to shareholders',
    ])
  })

  it('says how figures moved over the years, and what newer reports add', () => {
    const told = said('Give an overview of Intel.', 'deep')
    expect(told).toContain(
      'In the 12 months to 27 June 2026, revenue was $57.0 billion, net income a loss of $11.3 billion and free cash flow $2.83 billion.',
    )
    expect(told).toContain(
      "Intel's operating cash flow was $9.70 billion in 2025 ($8.29 billion a year before), capital expenditures $14.6 billion ($23.9 billion) and free cash flow −$4.95 billion (−$15.7 billion).",
    )
    expect(told.join(' ')).toContain(
      "Intel's revenue shrank 33.1% over 4 years, a compound annual rate of 9.6%, from $79.0 billion in 2021",
    )
  })

  it('has a table of every figure that it says, and nothing that the filings lack', () => {
    const question = 'Give an overview of Coca-Cola.'
    const labels = rows(question, 'deep').map(label => label.split(': ').at(-1)?.toLowerCase())
    expect(labels).toContain('payout ratio')
    expect(labels).not.toContain('net debt')
    expect(new Set(labels).size).toBe(labels.length)
    expect(ask(question, 'deep')?.missing).toEqual([])
  })

  it('of a bank has equity and deposits, and no cash flow', () => {
    const told = said('Give an overview of JPMorgan Chase.', 'deep').join(' ')
    expect(told).toContain('deposits $2.56 trillion')
    expect(told).toContain('equity ratio 8.2%')
    expect(told).not.toMatch(/cash flow|net debt/)
  })
})

describe('the health of a company', () => {
  it('is judged by tests, each with its mark, and newer figures that go the other way are said', () => {
    expect(said('Is Intel in good financial health?')).toEqual([
      "By four usual tests on the figures of 2025, Intel's finances look weak: it fails three, with a loss of $267 million (should be above zero; it was in 3 of the 5 years to 2025), free cash flow of −$4.95 billion (should be above zero) and long-term debt at 4.80 times operating cash flow (should be at most 4).",
      "It passes one, with long-term debt at 0.41 times shareholders' equity (should be at most 1.5).",
      'In the 12 months to 27 June 2026, net income was a loss of $11.3 billion and free cash flow $2.83 billion (which would pass).',
      'Two more tests cannot be made, as the filings here lack the figures: current ratio (should be at least 1) and interest coverage (should be at least 3).',
    ])
  })

  it('is not judged for another time than now', () => {
    expect(said('Was Intel in good financial health in 2015?')).toEqual([])
  })

  it("tells a newest quarter's loss after a year with a profit", () => {
    expect(said('Is Boeing in good financial health?')).toContain(
      'In the second quarter of 2026 alone, the result was a loss of $444 million.',
    )
  })

  it('fails by equity below zero, against which debt has no ratio', () => {
    expect(said('Is Starbucks in good financial health?')[0]).toContain(
      "it fails one, with shareholders' equity of −$8.09 billion (should be above zero)",
    )
  })

  it('of a bank or a utility is judged by other tests', () => {
    expect(said('Is JPMorgan Chase in good financial health?')).toEqual([
      "By three usual tests for banks and insurers on the figures of 2025, JPMorgan Chase's finances look sound: it passes all three, with net income of $57.0 billion (should be above zero; it was in each of the 5 years to 2025), net income at 15.7% of shareholders' equity (should be at least 8%) and shareholders' equity at 8.2% of total assets (should be at least 5%).",
      'In the 12 months to 30 June 2026, net income was $65.1 billion.',
    ])
    expect(said('Is Duke Energy in good financial health?')[0]).toContain(
      'By four usual tests for utilities and landlords',
    )
  })

  it('of two is judged one after the other, with one table that has the marks', () => {
    const question = 'Are Intel and Boeing in good financial health?'
    const told = said(question, 'standard')
    const verdicts = told.filter(text => text.startsWith('By four usual tests'))
    expect(verdicts.map(text => /, (\w+)'s/.exec(text)?.[1])).toEqual(['Intel', 'Boeing'])
    expect(rows(question, 'standard')).toContain(
      'Boeing: debt to equity ratio (should be at most 1.5)',
    )
  })
})

it('a comparison of shape is by the measures behind the tests', () => {
  expect(SHAPE).toBe(
    'growth of revenue, net margin, free cash flow margin and debt to equity ratio',
  )
})
