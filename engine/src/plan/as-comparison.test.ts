import { expect, it } from 'vitest'
import { asComparison } from './as-comparison.ts'

it.each([
  ['How do the economies of Chile and Peru compare?', 'compare the economies of Chile and Peru?'],
  ['How does Chile compare with Peru in area?', 'compare the area of Chile and Peru?'],
  ['How does Chile compare to Peru?', 'compare Chile and Peru?'],
  ['How does the area of Chile compare with that of Peru?', 'compare the area of Chile and Peru?'],
  ["How does Chile's area compare to Peru's?", "compare Chile's area and Peru?"],
  ['Which is larger, Chile or Peru?', 'Which is larger, Chile or Peru?'],
  ['How do people compare prices?', 'How do people compare prices?'],
])('reads "%s" as "%s"', (clause, request) => {
  expect(asComparison(clause)).toBe(request)
})
