import { expect, it } from 'vitest'
import { phraseOfKind } from './phrase-of-kind.ts'
import { allStems } from './property-words.ts'
import type { ValueKind } from './value-kind.ts'

const read = (sentence: string, kind: ValueKind, asked: string) => {
  const options = { kind, asked: allStems(asked), known: new Set(allStems('Bluebird project')) }
  const span = phraseOfKind(sentence, options)
  return span && sentence.slice(span.start, span.end)
}

it.each([
  ['It starts on 3 March 2027 and ends on 5 May 2029.', 'date', 'end', '5 May 2029'],
  ['It starts on 3 March 2027 and ends on 5 May 2029.', 'date', 'start', '3 March 2027'],
  ['The 12 offices have 500 employees in 3 towns.', 'number', 'employees', '500'],
  ['A budget of 5 million euros covers 40% of 9 sites.', 'money', 'budget', '5 million'],
  ['A budget of 5 million euros covers 40% of 9 sites.', 'percent', 'share', '40%'],
  ['The Bluebird project is led by Marta Kovel.', 'person', 'lead', 'Marta Kovel'],
  ['The Bluebird project is late.', 'person', 'lead', undefined],
  ['Marta Kovel met Jon Ard and Ilse Bran.', 'person', 'lead', undefined],
] as const)('%s has one %s for %s: %s', (sentence, kind, asked, expected) => {
  expect(read(sentence, kind, asked)).toBe(expected)
})
