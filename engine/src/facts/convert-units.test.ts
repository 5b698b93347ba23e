import { expect, it } from 'vitest'
import { answerOf } from './answer.ts'
import { inUnit, withoutUnit } from './convert-units.ts'

it.each([
  [
    'highest mountain in ecuador and how high is it in feet',
    'highest mountain in ecuador and how high is it',
    'feet',
  ],
  ['how many square miles is japan', 'how large is japan', 'square miles'],
  ['how many feet high is mount everest', 'how high is mount everest', 'feet'],
  ['how many miles of coastline does chile have', 'how long is the coastline of chile', 'miles'],
  ['population of chile', 'population of chile', undefined],
])('reads the unit of "%s"', (question, text, unit) => {
  expect(withoutUnit(question)).toEqual({ text, ...(unit && { unit }) })
})

it.each([
  ['The coastline is 25,148 km long.', 'miles', 'The coastline is 25,148 km (15,626 miles) long.'],
  [
    'The highest point is A (6,267 m).',
    'feet',
    'The highest point is A (6,267 m, or 20,561 feet).',
  ],
  ['It has 1.5 million sq km.', 'square miles', 'It has 1.5 million sq km (579,153 square miles).'],
])('converts "%s" to %s', (text, unit, expected) => {
  const [statement] = inUnit(answerOf({ text, facts: [] }), unit)?.statements ?? []
  expect(statement?.text).toBe(expected)
  expect(statement?.computed).toHaveLength(1)
})

it('says that an amount in another currency is not found', () => {
  expect(
    inUnit(answerOf({ text: 'The GDP was $4.66 trillion.', facts: [] }), 'euros')?.missing,
  ).toEqual(['The amount in euros'])
  expect(inUnit(answerOf({ text: 'The capital is Lima.', facts: [] }), 'miles')).toBeUndefined()
})
