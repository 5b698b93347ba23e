import { expect, it } from 'vitest'
import type { Passage } from '../library/passage.ts'
import { findFields } from './find-fields.ts'

const passage: Passage = {
  documentId: 1,
  url: 'https://almanac.example/zembla',
  title: 'Zembla — Almanac',
  start: 0,
  text: [
    'Reading — definition: can read a newspaper',
    'Reading — male: 96%',
    'Reading — female: 97%',
    'Reading — total population: 96.5%',
    'Sex ratio — total population: 0.98',
    'Sex ratio — at birth: 1.05',
    'Area - comparative: the size of a lake',
    'Area — total: 300 sq km',
    'Population: 4,200 (2020)',
    'Coin rates: 3 per dollar',
    'Land use — forest: 40%',
    '',
  ].join('\n'),
  headings: [],
  score: 1,
}

it.each([
  ['reading', 'Reading — total population'],
  ['reading of female', 'Reading — female'],
  ['area', 'Area — total'],
  ['population', 'Population'],
  ['population 1999', 'Population'],
])('of "%s" it prefers the whole to its parts and to remarks', (attribute, label) => {
  expect(findFields(attribute, [passage])[0]?.label).toBe(label)
})

it.each([
  ['reading rate', 'Reading — total population'],
  ['coin rates use', 'Coin rates'],
])('"%s" may have a word that says little and that the label lacks', (attribute, label) => {
  expect(findFields(attribute, [passage])[0]?.label).toBe(label)
})

it.each(['birth rate', 'use', 'rate', 'capital', '2020', ''])(
  'finds nothing for "%s" in labels about something else',
  attribute => {
    const labels = findFields(attribute, [passage]).map(({ label }) => label)
    expect(labels.filter(label => !/^(?:Land use|Coin rates)/.test(label ?? ''))).toEqual([])
  },
)
