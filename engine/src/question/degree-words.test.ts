import { expect, it } from 'vitest'
import { saysDegree } from './degree-words.ts'

it.each([
  ['deep', 'Its greatest depth is unknown.', true],
  ['deep', 'The lake goes down 74 metres.', true],
  ['deep', 'The wall is 61 metres high.', false],
  ['deep', 'It feeds a power station of 85 megawatts.', false],
  ['long', 'The siege lasted three weeks.', true],
  ['heavi', 'The bell weighs 9 tonnes.', true],
  ['dam', 'The dam is 40 metres high.', false],
])('of "%s", "%s" says something: %s', (stem, text, isSaid) => {
  expect(saysDegree(stem, text)).toBe(isSaid)
})
