import { expect, it } from 'vitest'
import { unitsOfCents } from './cents.ts'
import { whatItBuys } from './what-it-buys.ts'

it.each([
  [2_500, 'about 166 reports at standard, or 1,250 answers'],
  [29, 'about 1 report at standard, or 14 answers'],
  [3, 'about 0 reports at standard, or 1 answer'],
])('%i cents buy only whole calls', (cents, text) => {
  expect(whatItBuys(unitsOfCents(cents))).toBe(text)
})
