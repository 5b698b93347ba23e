import { expect, it } from 'vitest'
import { planResearch } from './plan-research.ts'

it.each([
  [
    'What is the tensile strength of Zylon, and who makes it?',
    ['What is the tensile strength of Zylon', 'who makes Zylon?'],
  ],
  [
    'My proxy compresses replies. Which header stops that?',
    ['My proxy compresses replies. Which header stops that?'],
  ],
  [
    'the weight, the price and the range of Zephyr gliders',
    ['weight of Zephyr gliders', 'price of Zephyr gliders', 'range of Zephyr gliders'],
  ],
])('splits a question into parts that are complete: %s', (input, parts) => {
  expect(planResearch(input, 10).map(({ question }) => question)).toEqual(parts)
})

it('skips the parts that the budget has no room for', () => {
  const parts = planResearch('Who built Arkona? Who runs Belmont? Who left Corvo?', 2)
  expect(parts.map(({ isSkipped = false }) => isSkipped)).toEqual([false, false, true])
})
