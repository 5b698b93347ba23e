import { expect, it } from 'vitest'
import { pairAttributes } from './pair-attributes.ts'

const NAMES = ['Aland', 'Beland and Celand', 'Deland']

function pair(clause: string) {
  const subjects = NAMES.filter(name => clause.includes(name))
    .map(name => ({ name, mention: name, start: clause.indexOf(name), documentIds: [1] }))
    .sort((one, other) => one.start - other.start)
  return pairAttributes(clause, subjects)?.map(({ subject, attribute }) => [
    subject.name,
    attribute,
  ])
}

it.each([
  'What is the birth rate in Aland and the death rate in Deland?',
  "Aland's birth rate and Deland's death rate",
  'Give me the birth rate of Aland, and the death rate of Deland.',
])('asks each subject for its own: %s', clause => {
  expect(pair(clause)).toEqual([
    ['Aland', 'birth rate'],
    ['Deland', 'death rate'],
  ])
})

it('leaves a name whole that has a joint in it', () => {
  expect(pair('the area of Beland and Celand and the climate of Aland')).toEqual([
    ['Beland and Celand', 'area'],
    ['Aland', 'climate'],
  ])
})

it.each([
  'Compare the area and population of Aland and Deland',
  'What is the area of Aland and Deland?',
  'Compare the area of Aland and Deland in 2013',
  'the area of Aland and the area of Deland',
  'the area and climate of Aland and the population of Deland',
  'the area of Aland',
  'Compare the area of Aland, Deland and Nowhere',
  'the area of Aland, Nowhere and the climate of Deland',
])('pairs nothing that is asked of several: %s', clause => {
  expect(pair(clause)).toBeUndefined()
})
