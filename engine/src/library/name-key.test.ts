import { expect, it } from 'vitest'
import { nameKey, nameKeys } from './find-titles.ts'

it('case, diacritics, punctuation and a leading article do not matter', () => {
  expect(nameKey('CÔTE D’IVOIRE')).toBe(nameKey("Cote d'Ivoire"))
  expect(nameKey('The Bahamas')).toBe(nameKey('bahamas'))
})

it('a title is found by the part before the name of its site', () => {
  expect(nameKeys('Bolivia — The World Factbook')).toEqual([
    'bolivia the world factbook',
    'bolivia',
  ])
  expect(nameKeys('Jacksonville, Florida')).toContain('jacksonville')
  expect(nameKeys('Acme - Annual report', ['ACM'])).toEqual(['acme annual report', 'acme', 'acm'])
})
