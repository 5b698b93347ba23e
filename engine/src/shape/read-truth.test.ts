import { expect, it } from 'vitest'
import { unitsOf } from '../extractive/units.ts'
import { readFound } from './found-text.ts'
import { readTruth } from './read-truth.ts'

const read = (text: string, name: string) => {
  const passage = {
    documentId: 1,
    url: 'https://library.test/1',
    title: 'Arden',
    start: 0,
    text,
    headings: [],
    score: 1,
  }
  const [candidate] = unitsOf(passage)
  if (!candidate) throw new Error('nothing to read')
  return readTruth(readFound({ ...candidate, score: 0 }), name)
}

it.each([
  ['Landlocked: yes, since 1825', true],
  ['Landlocked: no', false],
  ['Coastline: 0 km (landlocked)', true],
  ['Geography - note: landlocked; shares a lake', true],
  ['Geography - note: not landlocked', false],
  ['Arden is a landlocked country.', true],
  ['Arden is not landlocked.', false],
  ['Coastline: 340 km', undefined],
  ['Geography - note: almost landlocked', undefined],
  ['Geography - note: trades with landlocked Belmar', undefined],
  ['Nobody knows whether Arden is landlocked.', undefined],
])('%s: %s', (text, expected) => {
  expect(read(text, 'is landlocked')).toBe(expected)
})
