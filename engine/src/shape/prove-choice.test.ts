import { expect, it } from 'vitest'
import { chooseValue } from './prove-values.ts'

it.each([
  [
    'the one that is there',
    ['monarchy', 'republic'],
    'Republics of this kind are rare',
    'republic',
  ],
  [
    'the longest of those within each other',
    ['republic', 'federal_republic'],
    'a federal republic',
    'federal_republic',
  ],
  ['a number', [1, 2, 3], 'it has 2 chambers', 2],
  [
    'nothing when two are there',
    ['monarchy', 'republic'],
    'first a monarchy, then a republic',
    undefined,
  ],
  ['nothing that is denied', ['member'], 'it is not a full member', undefined],
  ['nothing that is not there', ['x', null, {}], 'nothing of it', undefined],
  ['nothing that is empty', ['', '--'], 'nothing', undefined],
])('chooses %s', (_, allowed, text, expected) => expect(chooseValue(allowed, text)).toBe(expected))

it('many values are tried without trouble', () => {
  const allowed = Array.from({ length: 50_000 }, (_, at) => `value ${at}`)
  expect(chooseValue(allowed, `it is value 7 ${'and so on '.repeat(100)}`)).toBe('value 7')
})
