import { describe, expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

describe('readAmount', () => {
  const bounds = { least: 1_000, most: 1_000_000 }

  it.each([
    ['10', 1_000],
    ['10,000', 1_000_000],
  ])('takes the bounds themselves: %s', (text, cents) => {
    expect(readAmount(text, bounds)).toEqual({ cents })
  })

  it.each([
    ['9.99', 'Too little. From $10.00 to $10,000.00.'],
    ['10000.01', 'Too much. From $10.00 to $10,000.00.'],
    ['99999999999999999999', 'Too much. From $10.00 to $10,000.00.'],
    ['lots', 'Enter an amount in US dollars, such as 25 or 25.50.'],
  ])('says what to change about %s', (text, problem) => {
    expect(readAmount(text, bounds)).toEqual({ problem })
  })
})
