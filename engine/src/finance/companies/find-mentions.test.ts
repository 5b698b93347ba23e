import { describe, expect, it } from 'vitest'
import { sayName } from './company-names.ts'
import { findMentions } from './find-companies.ts'

const company = (name: string, ...tickers: string[]) => ({ cik: name, name, tickers })
const COMPANIES = [
  company('Apple Inc.', 'AAPL'),
  company('MICROSOFT CORP', 'MSFT'),
  company('Ford Motor Co', 'F'),
  company('Alphabet Inc.', 'GOOGL', 'GOOG'),
  company('INTERNATIONAL BUSINESS MACHINES CORP', 'IBM'),
  company('General Motors Co', 'GM'),
  company('3M CO', 'MMM'),
  company('Harbor & Pine Stores, Inc.', 'HPNS'),
]
const named = (text: string) => findMentions(text, COMPANIES).map(({ company: { name } }) => name)

describe('a company is found', () => {
  it.each([
    ["What is Apple's revenue?", ['Apple Inc.']],
    ['microsoft and apple', ['MICROSOFT CORP', 'Apple Inc.']],
    ['MSFT vs AAPL', ['MICROSOFT CORP', 'Apple Inc.']],
    ["Ford's sales", ['Ford Motor Co']],
    ['sales of $F and (NYSE: GM)', ['Ford Motor Co', 'General Motors Co']],
    ["Google's profit", ['Alphabet Inc.']],
    ["3M's capex", ['3M CO']],
    ['IBM', ['INTERNATIONAL BUSINESS MACHINES CORP']],
    ['Harbor & Pine revenue', ['Harbor & Pine Stores, Inc.']],
    ['Harbor and Pine Stores revenue', ['Harbor & Pine Stores, Inc.']],
    ['aapl revenue', ['Apple Inc.']],
    ['msft vs googl', ['MICROSOFT CORP', 'Alphabet Inc.']],
    ["Appel's revenue and Microsft", ['Apple Inc.', 'MICROSOFT CORP']],
    ['the general market for apparel', []],
    ['in general, pineapples for F students', []],
  ])('in "%s"', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })
})

it('finds as much of a name as there is, and marks a name with a typo as uncertain', () => {
  const spansOf = (text: string) =>
    findMentions(text, COMPANIES).map(one => [text.slice(one.start, one.end), one.isUnsure])
  expect(spansOf('Harbor & Pine revenue')).toEqual([['Harbor & Pine', undefined]])
  expect(spansOf('Appel revenue')).toEqual([['Appel', true]])
  expect(spansOf('Microsoft and Appel')).toEqual([
    ['Microsoft', undefined],
    ['Appel', true],
  ])
  // Beside a company that is named as it should be, small letters are no name.
  expect(spansOf('Microsoft and appel')).toEqual([['Microsoft', undefined]])
})

it.each([
  ['Apple Inc.', 'Apple'],
  ['MICROSOFT CORP', 'Microsoft'],
  ['The Coca-Cola Company', 'Coca-Cola'],
  ['AT&T INC.', 'AT&T'],
  ['Meta Platforms, Inc.', 'Meta Platforms'],
  ['AMPHENOL CORP /DE/', 'Amphenol'],
])('%s is called %s', (name, short) => {
  expect(sayName(company(name))).toBe(short)
})
