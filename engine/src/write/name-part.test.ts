import { expect, it } from 'vitest'
import { nameQuestion } from './name-part.ts'

it.each([
  [
    'What are the freshwater withdrawal of Egypt and Sudan?',
    'freshwater withdrawal of Egypt and Sudan',
  ],
  [
    'How did the GDP per capita of the Baltic states change since 1995?',
    'GDP per capita of the Baltic states since 1995',
  ],
  [
    'Which 5 countries in Africa have the highest GDP?',
    'the 5 countries in Africa with the highest GDP',
  ],
  [
    'Which of Bahrain and Qatar has the higher GDP per capita?',
    'GDP per capita of Bahrain and Qatar',
  ],
  ['Who hosted the UEFA Euro in 1996 and 2000?', 'hosts of the UEFA Euro in 1996 and 2000'],
  [
    'In which years did Brazil win the FIFA World Cup?',
    'years in which Brazil won the FIFA World Cup',
  ],
  ['How many senators does each party have?', 'senators of each party'],
  [
    'Which teams have lost the final of the UEFA Euro most often?',
    'teams that have lost the final of the UEFA Euro most often',
  ],
  [
    'How many organizations have won the Nobel Peace Prize from 2010 to 2024?',
    'number of organizations that won the Nobel Peace Prize from 2010 to 2024',
  ],
  [
    'When did the GDP of Spain return to its level of 2008?',
    'return of the GDP of Spain to its level of 2008',
  ],
])('names what is asked for as a noun phrase: %s', (question, phrase) => {
  expect(nameQuestion(question)).toBe(phrase)
})

it('leaves the words of a wish as they are', () => {
  expect(nameQuestion('What are they planning?')).toBe('What are they planning')
})

it('does not repeat a long list of names', () => {
  const question = 'Who of Ann Lee, Bo Kim, Cy Day, Di Fox, Ed Ray and Flo May was the youngest?'
  expect(nameQuestion(question)).toBe('the youngest of them')
})
