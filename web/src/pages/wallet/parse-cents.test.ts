import { describe, expect, it } from 'vitest'
import { parseCents } from './read-amount.ts'

describe('parseCents', () => {
  it.each([
    ['25', 2_500],
    ['25.5', 2_550],
    ['25.50', 2_550],
    ['25,50', 2_550],
    ['25,5', 2_550],
    [' $25 ', 2_500],
    ['$ 25', 2_500],
    ['25 $', 2_500],
    ['25 USD', 2_500],
    ['25usd', 2_500],
    ['USD 25', 2_500],
    ['US$25.99', 2_599],
    ['$1,000', 100_000],
    ['1,000.5', 100_050],
    ['1.000,50', 100_050],
    ['1 000', 100_000],
    ['1 000,50', 100_050],
    ["1'000.05", 100_005],
    ['1,234,567.89', 123_456_789],
    ['0.07', 7],
    ['1.10', 110],
    ['007', 700],
    ['1,234,567,890', 123_456_789_000],
  ])('reads %j as %i cents', (text, cents) => {
    expect(parseCents(text)).toBe(cents)
  })

  it.each([
    '',
    '$',
    'USD',
    'ten',
    '-25',
    '−25',
    '+25',
    '1e3',
    '0x10',
    'Infinity',
    '25.',
    '.5',
    '25.505',
    '1.000',
    '0,500',
    '1,00,000',
    '10,000,00',
    '1,000.000',
    '12 34',
    '25 EUR',
    '€25',
    '٢٥',
  ])('does not guess what %j means', text => {
    expect(parseCents(text)).toBeUndefined()
  })

  it('is exact for every number of cents up to a hundred dollars', () => {
    for (let cents = 0; cents <= 10_000; cents += 1) {
      const [whole, fraction] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')]
      expect(parseCents(`${whole}.${fraction}`)).toBe(cents)
    }
  })
})
