import { expect, it } from 'vitest'
import { rational } from '../tables/rational.ts'
import { exactAmount, roundAmount } from './write-amount.ts'

it.each([
  ['2417300000', 'USD', '$2.42 billion', '$2,417.3 million'],
  ['-41500000', 'USD', '−$41.5 million', '−$41.5 million'],
  ['1234567800', 'USD', '$1.23 billion', '$1,234,567,800'],
  ['383285000000', 'USD', '$383.3 billion', '$383,285 million'],
  ['4002814000000', 'USD', '$4.00 trillion', '$4,002,814 million'],
  ['842000000', 'EUR', '842 million EUR', '842 million EUR'],
  ['999000', 'USD', '$999,000', '$999,000'],
  ['0', 'USD', '$0', '$0'],
  ['6.1', 'USD/shares', '$6.10', '$6.10'],
  ['15550061000', 'shares', '15.6 billion shares', '15,550.061 million shares'],
  ['164000', 'pure', '164,000', '164,000'],
  ['25.34', 'percent', '25.3%', '25.3%'],
  ['0.987', 'times', '0.99', '0.99'],
])('writes %s %s rounded in sentences and exact in tables', (digits, unit, rounded, exact) => {
  const amount = { value: rational(digits), unit }
  expect([roundAmount(amount), exactAmount(amount)]).toEqual([rounded, exact])
})

it('writes an amount in the scale that a question asks for, to the last digit', () => {
  const amount = { value: rational('1577300000'), unit: 'USD' }
  expect(roundAmount(amount, { scale: 'million' })).toBe('$1,577.3 million')
  expect(roundAmount(amount, { scale: 'million', decimals: 0 })).toBe('$1,577 million')
})
