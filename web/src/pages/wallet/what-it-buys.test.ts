import { expect, it } from 'vitest'
import { unitsOfCents } from './cents.ts'
import { whatItBuys } from './what-it-buys.ts'

it.each([
  [2_500, '166 standard reports or 1,250 answers'],
  [29, '1 standard report or 14 answers'],
  [3, '0 standard reports or 1 answer'],
])('counts only whole calls for %i cents', (cents, text) => {
  expect(whatItBuys(unitsOfCents(cents))).toBe(text)
})
