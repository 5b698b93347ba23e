import { describe, expect, it } from 'vitest'
import { findCompanies, shortName } from './company-names.ts'

const company = (name: string, ...tickers: string[]) => ({ cik: name, name, tickers })
const COMPANIES = [
  company('Apple Inc.', 'AAPL'),
  company('MICROSOFT CORP', 'MSFT'),
  company('Ford Motor Co', 'F'),
  company('Alphabet Inc.', 'GOOGL', 'GOOG'),
  company('INTERNATIONAL BUSINESS MACHINES CORP', 'IBM'),
  company('General Motors Co', 'GM'),
  company('3M CO', 'MMM'),
]
const named = (text: string) => findCompanies(text, COMPANIES).map(({ company: { name } }) => name)

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
    ['in general, pineapples for F students', []],
  ])('in "%s"', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })
})

it.each([
  ['Apple Inc.', 'Apple'],
  ['MICROSOFT CORP', 'Microsoft'],
  ['The Coca-Cola Company', 'Coca-Cola'],
  ['AT&T INC.', 'AT&T'],
  ['Meta Platforms, Inc.', 'Meta Platforms'],
  ['AMPHENOL CORP /DE/', 'Amphenol'],
])('%s is called %s', (name, short) => {
  expect(shortName(company(name))).toBe(short)
})
