import { expect, it } from 'vitest'
import { wordsOfNames } from './words.ts'

it('splits identifiers into their words, each once', () => {
  const text = 'Set `bodyLimit` (see MemoryCacheStore and bodyLimit); plain Words stay.'
  expect(wordsOfNames(text)).toEqual(['body Limit', 'Memory Cache Store'])
})
