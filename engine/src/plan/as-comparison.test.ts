import { expect, it } from 'vitest'
import { asComparison } from './as-comparison.ts'

it.each([
  ['How do the economies of Chile and Peru compare?', 'compare the economies of Chile and Peru?'],
  [
    'How did the areas of Chile and Peru differ in 2013?',
    'compare the areas of Chile and Peru in 2013?',
  ],
  ['How does Chile compare with Peru in terms of area?', 'compare the area of Chile and Peru?'],
  ['How does its area compare with that of Peru?', 'How does its area compare with Peru?'],
])('reads "%s" as "%s"', (clause, request) => {
  expect(asComparison(clause)).toBe(request)
})

it.each(['Which is larger, Chile or Peru?', 'How do people compare prices?'])(
  'leaves alone: %s',
  clause => {
    expect(asComparison(clause)).toBe(clause)
  },
)
