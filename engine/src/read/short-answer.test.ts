import { describe, expect, it } from 'vitest'
import { understandQuestion } from '../question/question.ts'
import { shortAnswer } from './short-answer.ts'

describe('shortAnswer', () => {
  it.each([
    [
      'When was the canal opened?',
      'The canal was opened on 4 May 1825 by the governor.',
      '4 May 1825',
    ],
    ['In what year was the canal opened?', 'The canal was opened on 4 May 1825.', '1825'],
    ['Who opened the canal?', 'The canal was opened in 1825 by Clara Whitlock.', 'Clara Whitlock'],
    ['How many locks does the canal have?', 'The canal has thirty-two locks.', 'thirty-two'],
    ['How long is the canal?', 'The canal is 58.5 km long.', '58.5 km'],
    ['What share of the tolls was lost?', 'In all, 12.5% of the tolls were lost.', '12.5%'],
    ['How much did the canal cost?', 'The canal cost $7.1 million to dig.', '$7.1 million'],
    ['Why was the canal closed?', 'The canal was closed due to landslides.', 'landslides'],
    ['What is a towpath?', 'A towpath is a road along a canal.', 'a road along a canal'],
    [
      'What goods were carried?',
      'Barges carried salt, iron ore and timber.',
      'salt, iron ore and timber',
    ],
  ])('answers "%s" with the phrase alone', (question, text, answer) => {
    const span = shortAnswer(understandQuestion(question), { text })
    expect(span && text.slice(span.start, span.end)).toBe(answer)
  })

  it.each([
    ['What is the capital of Zembla?', 'Capital — name: Onhava (royal seat)', 'Onhava'],
    ['What is the population of Zembla?', 'Population: 1,204,300 (2014 est.)', '1,204,300'],
    [
      'Which languages are spoken?',
      'Languages: Zemblan (official), Old Norse; 1990',
      'Zemblan (official), Old Norse',
    ],
  ])('answers "%s" from the value of a field', (question, text, answer) => {
    const label = text.slice(0, text.indexOf(':'))
    const span = shortAnswer(understandQuestion(question), { text, label })
    expect(span && text.slice(span.start, span.end)).toBe(answer)
  })

  it('gives none rather than something of another kind', () => {
    const ask = (question: string) =>
      shortAnswer(understandQuestion(question), { text: 'Snow fell.' })
    expect(ask('When did the snow fall?')).toBeUndefined()
    expect(ask('How many trees fell?')).toBeUndefined()
    expect(ask('Is snow white?')).toBeUndefined()
    expect(ask('Why did the snow fall?')).toBeUndefined()
    expect(ask('What fell as snow?')).toBeUndefined()
  })
})
