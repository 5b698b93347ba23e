import { expect, it } from 'vitest'
import { splitAttributes } from './split-attributes.ts'

it.each([
  ['What is the capital of Bolivia?', ['Bolivia'], ['capital']],
  ['Compare the GDP per capita of Chile and Peru', ['Chile', 'Peru'], ['GDP per capita']],
  [
    'Compare the area, population and birth rate of Chile, Peru and Laos',
    ['Chile', 'Peru', 'Laos'],
    ['area', 'population', 'birth rate'],
  ],
  ["What is Chile's population?", ['Chile'], ['population']],
  [
    'How do Chile and Peru compare in life expectancy and literacy?',
    ['Chile', 'Peru'],
    ['life expectancy', 'literacy'],
  ],
  ['Bolivia', ['Bolivia'], []],
])('finds what is asked: %s', (clause, subjects, attributes) => {
  expect(splitAttributes(clause, subjects).attributes).toEqual(attributes)
})

it('tells a name that nothing is known about from what is asked', () => {
  const asked = splitAttributes('Compare the area and GDP of Chile and Atlantis', ['Chile'])
  expect(asked).toEqual({ attributes: ['area', 'GDP'], strangers: ['Atlantis'] })
})
