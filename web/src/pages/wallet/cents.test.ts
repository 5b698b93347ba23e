import { expect, it } from 'vitest'
import { textOfUnits, unitsOfCents } from './cents.ts'
import { parseCents } from './read-amount.ts'

it('converts cents to units and back through text', () => {
  expect(unitsOfCents(1)).toBe(100_000n)
  expect(textOfUnits(Number(unitsOfCents(100_000)))).toBe('1000')
  for (const cents of [1, 99, 100, 2_550, 999_999])
    expect(parseCents(textOfUnits(Number(unitsOfCents(cents))))).toBe(cents)
})
