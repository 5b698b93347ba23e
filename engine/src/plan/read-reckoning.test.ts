import { expect, it } from 'vitest'
import { readReckoning } from './read-reckoning.ts'
import { splitAttributes } from './split-attributes.ts'

const NAMES = ['Aland', 'Beland', 'Celand']

function read(clause: string) {
  const subjects = NAMES.filter(name => clause.includes(name)).map(name => ({
    name,
    mention: name,
    start: clause.indexOf(name),
    documentIds: [1],
  }))
  const reckoned = readReckoning(clause, subjects)
  const { attributes } = splitAttributes(
    reckoned?.rest ?? clause,
    subjects.map(({ mention }) => mention),
  )
  return { attribute: attributes[0] ?? reckoned?.attribute, reckoning: reckoned?.reckoning }
}

const claim = (direction: 'more' | 'less') => ({ kind: 'claim', first: 'Aland', direction })

it.each([
  ['Is Aland larger than Beland?', 'area', claim('more')],
  ['Is Aland smaller than Beland?', 'area', claim('less')],
  ["Is Aland's population bigger than that of Beland?", 'population', claim('more')],
  ['Is the debt of Aland lower than that of Beland?', 'debt', claim('less')],
  ['Does Aland have a higher birth rate than Beland?', 'birth rate', claim('more')],
  ['Does Aland have more people than Beland?', 'population', claim('more')],
  ['Does Aland have fewer airports than Beland?', 'airports', claim('less')],
  ['Is it true that Aland has more people than Beland?', 'population', claim('more')],
  ['Are there more people in Aland or in Beland?', 'population', undefined],
  ['Does Aland or Beland have more airports?', 'airports', undefined],
  ['How much larger is Aland than Beland?', 'area', undefined],
  ["How many times bigger is Aland's revenue than Beland's?", 'revenue', undefined],
  ['Which company has a higher revenue, Aland or Beland?', 'revenue', undefined],
  ['Who is older, Aland or Beland?', 'age', undefined],
  ['Which is smaller, Aland or Beland?', 'area', { kind: 'lower' }],
  ['Which company has fewer employees, Aland or Beland?', 'employees', { kind: 'lower' }],
  ['How many more people live in Aland than in Beland?', 'population', undefined],
  ['Which has the older population, Aland or Beland?', 'median age', undefined],
  ['Is the population of Aland younger than that of Beland?', 'median age', claim('less')],
  ['What is the ratio of the debt of Aland to that of Beland?', 'debt', undefined],
  ["ratio of Aland's debt to Beland's debt", 'debt', undefined],
  ['the sex ratio of Aland and Beland', 'sex ratio', undefined],
  ['debt of Aland minus that of Beland', 'debt', undefined],
  ['What is the difference between the debt of Aland and Beland?', 'debt', undefined],
])('knows what is compared, and what is claimed: %s', (clause, attribute, reckoning) => {
  expect(read(clause)).toEqual({ attribute, reckoning })
})

it('tells names apart of which one begins with the other', () => {
  const subjects = ['Aland', 'Alandia'].map(name => ({ name, mention: name, documentIds: [1] }))
  const clause = 'Is Aland larger than Alandia?'
  const placed = subjects.map((subject, at) => ({ ...subject, start: [3, 21][at] ?? 0 }))
  expect(readReckoning(clause, placed)?.reckoning).toEqual(claim('more'))
})

it.each([
  ['What is the combined revenue of Aland, Beland and Celand?', 'revenue', { kind: 'sum' }],
  ['total revenue of Aland and Beland', 'revenue', { kind: 'sum' }],
  ['Aland revenue + Beland revenue', 'revenue', { kind: 'sum' }],
  ['revenue of Aland plus the revenue of Beland', 'revenue', { kind: 'sum' }],
  ['revenue of Aland in 2012 and 2014', 'revenue', { kind: 'years', years: [2012, 2014] }],
  [
    'What was the revenue of Aland in 2012, 2013, and 2014?',
    'revenue',
    { kind: 'years', years: [2012, 2013, 2014] },
  ],
  ['What is the average income of Aland and Beland?', 'income', { kind: 'mean' }],
  [
    'Percentage change of revenue of Aland from 2012 to 2014',
    'revenue',
    { kind: 'change', from: 2012, to: 2014 },
  ],
  [
    'How did the revenue of Aland change between 2012 and 2014?',
    'revenue',
    { kind: 'change', from: 2012, to: 2014 },
  ],
])('knows what is calculated: %s', (clause, attribute, reckoning) => {
  expect(read(clause)).toEqual({ attribute, reckoning })
})

it.each([
  'What is the total area of Aland?',
  'population growth in Aland from 2010 to 2015',
  'Compare the total area of Aland and Beland',
  'the revenue of Aland in 2012',
  'Which rivers of Aland are longer than a day on foot?',
])('calculates nothing that was not asked for: %s', clause => {
  expect(read(clause).reckoning).toBeUndefined()
})
