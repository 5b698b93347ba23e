import { describe, expect, it } from 'vitest'
import { CONCEPTS, METRICS, metricOf } from '../metrics.ts'
import { findMetrics } from './find-metrics.ts'

const idsOf = (text: string) => findMetrics(text, []).map(({ metric }) => metric.id)

describe('a metric by one of its names', () => {
  it.each([
    ['net sales and the cost of sales', ['revenue', 'cost-of-revenue']],
    ['top line and bottom line', ['revenue', 'net-income']],
    [
      'operating profit, gross profit and profit',
      ['operating-income', 'gross-profit', 'net-income'],
    ],
    ['EPS and basic EPS', ['eps-diluted', 'eps-basic']],
    ['earnings per share and earnings', ['eps-diluted', 'net-income']],
    [
      'free cash flow, operating cash flow and cash',
      ['free-cash-flow', 'operating-cash-flow', 'cash'],
    ],
    ['cash provided by operating activities', ['operating-cash-flow']],
    ['debt-to-equity, debt and equity', ['debt-to-equity', 'total-debt', 'equity']],
    [
      'current assets, assets and return on assets',
      ['current-assets', 'total-assets', 'return-on-assets'],
    ],
    [
      'gross margin, operating margin and profit margin',
      ['gross-margin', 'operating-margin', 'net-margin'],
    ],
    ['capex', ['capital-expenditure']],
    ['how many shares are outstanding', ['shares-outstanding']],
    ['share count and shares in issue', ['shares-outstanding', 'shares-outstanding']],
    ['number of outstanding shares', ['shares-outstanding']],
    ['price to earnings ratio', ['price-to-earnings']],
    [
      'P/E, market cap and dividend yield',
      ['price-to-earnings', 'market-capitalization', 'dividend-yield'],
    ],
    ['short-term debt and short-term borrowings', ['current-debt', 'short-term-borrowings']],
    ['net interest income and deposits', ['net-interest-income', 'deposits']],
    ['cash and short-term investments', ['cash-and-investments']],
    ['net debt to EBITDA', ['net-debt-to-ebitda']],
    ['dividends per share and dividends paid', ['dividends-per-share', 'dividends']],
    ['buybacks', ['buybacks']],
    ['asset turnover and turnover', ['asset-turnover', 'revenue']],
    ["shareholders' equity and book value", ['equity', 'equity']],
    [
      'D&A and R&D and SG&A',
      ['depreciation', 'research-and-development', 'selling-general-administrative'],
    ],
  ])('%s', (text, expected) => {
    expect(idsOf(text)).toEqual(expected)
  })
})

describe('a part of a line item, or something else, is no metric', () => {
  it.each([
    'cloud revenue',
    'revenue from subscriptions',
    'sales in Europe',
    'revenue by region',
    'revenue recognition',
    'adjusted earnings',
    'earnings call',
    'market share',
    'debt per share',
    'dividend policy',
  ])('%s is not taken for it', text => {
    expect(idsOf(text)).toEqual([])
  })
})

it('every formula uses existing metrics and never itself', () => {
  const operands = (id: string, above: readonly string[] = []): void => {
    expect(above).not.toContain(id)
    for (const {
      of: [left, , right],
    } of metricOf(id).formulas ?? [])
      for (const operand of [left, right]) operands(operand, [...above, id])
  }
  for (const { id } of METRICS) operands(id)
})

it('does not take bought-back shares for shares outstanding', () => {
  expect(idsOf('how many shares did it repurchase')).not.toContain('shares-outstanding')
})

it('everything that a metric is looked up by is read from filings', () => {
  const unread = METRICS.flatMap(({ concepts }) => concepts).filter(name => !CONCEPTS.has(name))
  expect(unread).toEqual([])
})

it('no metric brings capital letters into a sentence, which would look like names', () => {
  for (const { name } of METRICS) expect(name).toBe(name.toLowerCase())
})
