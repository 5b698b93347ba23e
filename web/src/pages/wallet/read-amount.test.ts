import { describe, expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

describe('readAmount', () => {
  const bounds = { least: 1_000, most: 1_000_000 }

  it.each([
    ['10', 1_000],
    ['10,000', 1_000_000],
  ])('accepts the limit %s', (text, cents) => {
    expect(readAmount(text, bounds)).toEqual({ cents })
  })

  it.each([
    ['9.99', 'Enter an amount between $10 and $10,000.'],
    ['10000.01', 'Enter an amount between $10 and $10,000.'],
    ['99999999999999999999', 'Enter an amount between $10 and $10,000.'],
    ['lots', 'Enter an amount in US dollars, such as 25 or 25.50.'],
  ])('explains what to enter instead of %s', (text, problem) => {
    expect(readAmount(text, bounds)).toEqual({ problem })
  })
})
