import { describe, expect, it } from 'vitest'
import { understandQuestion } from './question.ts'

describe('understandQuestion', () => {
  it.each([
    ['Who painted the ceiling?', 'person', undefined],
    ['Which river flows through Cairo?', 'place', 'river'],
    ['Where was the treaty signed?', 'place', undefined],
    ['What company built the tunnel?', 'organisation', 'company'],
    ['When did the mill burn down?', 'date', undefined],
    ['In what year was the mill rebuilt?', 'date', 'year'],
    ['How many sheep graze on the dike?', 'number', 'sheep'],
    ['How far is Bern from Basel?', 'number', undefined],
    ['What is the population of Tonga?', 'number', 'population'],
    ['How much did the organ cost?', 'money', undefined],
    ['What percentage of the fleet was lost?', 'percent', 'percentage'],
    ['Why do geese fly in a wedge?', 'reason', undefined],
    ['How do glaciers carve valleys?', 'manner', undefined],
    ['What is osmosis?', 'definition', 'osmosis'],
    ['What does “ampersand” mean?', 'definition', undefined],
    ['What kind of timber was the hull made of?', 'thing', 'timber'],
    ['What is the name of the lowest note?', 'thing', 'lowest note'],
    ['Is the lake deeper than the fjord?', 'yes-no', undefined],
    ['Which countries border Laos?', 'list', 'countries'],
    ['List the moons of Mars', 'list', 'moons'],
    ['When the tide turns, what do the crabs do?', 'thing', undefined],
    ['The bell was cast by whom?', 'person', undefined],
  ])('knows what "%s" asks for', (text, wants, focus) => {
    const question = understandQuestion(text)
    expect(question.wants).toBe(wants)
    expect(question.focus).toBe(focus)
  })

  it('keeps proper names whole and leaves out what is merely capital', () => {
    const namesOf = (text: string) => understandQuestion(text).names
    expect(namesOf('Did the Bank of England lend to J. P. Morgan?')).toEqual([
      'Bank of England',
      'J. P. Morgan',
    ])
    expect(namesOf('Compare the GDP per capita of Chile and Peru')).toEqual(['Chile', 'Peru'])
    expect(namesOf("What was Ada Lovelace's role in Apollo 11?")).toEqual([
      'Ada Lovelace',
      'Apollo 11',
    ])
    expect(namesOf('Who wrote "the long way down"?')).toEqual(['the long way down'])
    expect(namesOf('Why did the U.S. sign?')).toEqual(['U.S.'])
  })

  it('reads years and not other numbers', () => {
    const { years } = understandQuestion(
      'How did 1,850 mills of 1913 become 2030.5 in 2014 and $1999?',
    )
    expect(years).toEqual([1913, 2014])
  })

  it('gives each content stem once and in order', () => {
    const { stems } = understandQuestion(
      'Which bridges cross the river, and which bridge is the oldest?',
    )
    expect(stems).toEqual(['bridg', 'cross', 'river', 'oldest'])
  })

  it.each([
    '',
    '???',
    'Wie heißt der höchste Berg?',
    '¿Dónde está el puente?',
    'what '.repeat(20_000),
  ])('makes no fuss about %.20j', text => {
    expect(understandQuestion(text).text).toBe(text)
  })
})
