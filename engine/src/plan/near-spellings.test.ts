import { expect, it } from 'vitest'
import { nearSpellings } from './near-spellings.ts'

it.each([
  ['captial', 'capital'],
  ['Austrlia', 'australia'],
  ['Germeny', 'germany'],
  ['Finnland', 'finland'],
])('knows what was meant by %s', (typed, meant) => {
  expect(nearSpellings(typed)).toContain(meant)
})

it('takes a letter that was left out for likelier than one too many', () => {
  const near = nearSpellings('Austrlia')
  expect(near.indexOf('australia')).toBeLessThan(near.indexOf('austria'))
})

it('guesses nothing for short words, numbers and endless ones', () => {
  for (const word of ['Chad', '1234567', 'a'.repeat(1_000)]) expect(nearSpellings(word)).toEqual([])
})
