import { describe, expect, it } from 'vitest'
import type { Passage } from '../library/passage.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import { createCiteFact } from './cite-fact.ts'
import { toNumber } from './decimal.ts'

const URL = 'https://filings.example/1'
const fact = (quote: string, value: number, unit = 'USD'): CompanyFact => ({
  company: { cik: '1', name: 'Petrel Ltd', tickers: [] },
  concept: 'us-gaap:NetIncomeLoss',
  label: 'Net income',
  value,
  unit,
  period: { start: '2022-01-01', end: '2022-12-31', fiscalYear: 2022, part: 'year' },
  form: '10-K',
  filedOn: '2023-02-01',
  url: URL,
  quote,
})
const passage = (text: string, url = URL): Passage => ({
  url,
  title: 'Petrel Ltd 10-K for fiscal year 2022',
  documentId: 1,
  start: 100,
  text,
  headings: [],
  score: 0,
})
const cite = (one: CompanyFact, text = `Filed on: 2023-02-01\n${one.quote}\n`) =>
  createCiteFact([passage(text)])(one)

describe('a fact is cited by its quote', () => {
  it.each([
    [
      'Net income, fiscal year 2022: 383,285 million USD',
      383_285_000_000,
      'USD',
      '383,285 million USD',
    ],
    [
      'Net income — 2022-01-01 to 2022-12-31: 383,285 USD (fiscal year 2022)',
      383_285,
      'USD',
      '383,285 USD',
    ],
    ['Net loss: (5.4) million USD', -5_400_000, 'USD', '(5.4) million USD'],
    ['Net loss: -5,400 EUR', -5_400, 'EUR', '-5,400 EUR'],
    ['Net income: $12 million', 12_000_000, 'USD', '$12 million'],
    ['EPS — 2022: 6.13 USD per share (fiscal year 2022)', 6.13, 'USD/shares', '6.13 USD per share'],
    ['Shares: 15,552,752 shares', 15_552_752, 'shares', '15,552,752 shares'],
    ['Employees: 161,000 (reported with fiscal year 2022)', 161_000, 'pure', '161,000'],
  ])('%s', (quote, value, unit, text) => {
    const cited = cite(fact(quote, value, unit))
    expect(cited?.written.text).toBe(text)
    expect(cited && toNumber(cited.written.value)).toBe(value)
    expect(cited?.place.passage.text.slice(cited.place.span.start, cited.place.span.end)).toBe(
      quote,
    )
    expect(cited?.filed).toBeDefined()
  })
})

describe('a fact is not used', () => {
  it.each([
    ['its quote says another figure', fact('Net income: 5 USD', 6)],
    ['its quote says no unit', fact('Net income: 5', 5)],
    ['its quote is in another currency', fact('Net income: 5 EUR', 5)],
    ['its quote is empty', fact('', 5)],
  ])('when %s', (_, one) => {
    expect(cite(one, `x\n${one.quote}\n`)).toBeUndefined()
  })

  it('when its quote is only a piece of what the document says', () => {
    expect(cite(fact('Net income: USD 5', 5), 'Net income: USD 5.4\n')).toBeUndefined()
    expect(cite(fact('income: 5 USD', 5), 'Net xincome: 5 USD\n')).toBeUndefined()
    expect(
      cite(fact('Net income: USD 5', 5), 'Net income: USD 5.4\nNet income: USD 5.\n'),
    ).toBeDefined()
  })

  it('when its document says it nowhere, though another one does', () => {
    const one = fact('Net income: 5 USD', 5)
    expect(createCiteFact([passage(one.quote, `${URL}0`)])(one)).toBeUndefined()
  })
})

it('a document that does not say when it was filed leaves the date open', () => {
  const one = fact('Net income: 5 USD', 5)
  expect(cite(one, one.quote)?.filed).toBeUndefined()
})
