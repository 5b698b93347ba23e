import { expect, it } from 'vitest'
import { readSuperlative } from './read-superlative.ts'

it.each([
  [
    'Which five countries have the highest birth rate?',
    { kind: 'countries', attribute: 'birth rate', direction: 'highest', count: 5 },
  ],
  [
    'What is the second largest country by area?',
    { kind: 'country', attribute: 'area', direction: 'highest', place: 2 },
  ],
  ['ten smallest countries', { attribute: 'area', direction: 'lowest', count: 10 }],
  ['Which country is the fifth most populous?', { attribute: 'population', place: 5 }],
  ['Which country spends the most on education?', { attribute: 'education expenditures' }],
  ['top 3 countries by education spending', { attribute: 'education expenditures', count: 3 }],
  ['Which country produces the most oil?', { attribute: 'oil production' }],
  ['Which country in Africa has the most airports?', { attribute: 'airports', scope: 'Africa' }],
  ['What is the poorest European country?', { attribute: 'GDP per capita', scope: 'Europ' }],
  ['largest country in the world', { attribute: 'area' }],
  [
    'Which countries have more than 200 million people?',
    { attribute: 'population', threshold: { value: 200_000_000, unit: 'none' } },
  ],
  [
    'Which companies have a margin below 5%?',
    { attribute: 'margin', direction: 'lowest', threshold: { value: 5, unit: 'percent' } },
  ],
  ['How many countries are landlocked?', { attribute: 'landlocked', isQuality: true }],
  ['List all landlocked countries in Asia', { attribute: 'landlocked', scope: 'Asia' }],
])('reads what is ranked, and among whom: %s', (clause, superlative) => {
  expect(readSuperlative(clause)).toMatchObject(superlative)
})

it('limits nothing that is asked of the whole world', () => {
  expect(readSuperlative('Which country in the world has the most airports?')?.scope).toBe(
    undefined,
  )
})

it.each([
  'What is the capital of Chad?',
  'Which country borders Laos?',
  'What is the highest bridge?',
])('takes no other question for a ranking: %s', clause => {
  expect(readSuperlative(clause)).toBeUndefined()
})

it('ranks nothing when something in particular is asked about', () => {
  const known = [{ name: 'Kenya', mention: 'Kenya', start: 24, documentIds: [1] }]
  expect(readSuperlative('What is the largest city in Kenya?', known)).toBeUndefined()
})

it('is quick on names without end', () => {
  expect(readSuperlative(`largest country ${'Aa '.repeat(13_000)}`)).toBeDefined()
})
