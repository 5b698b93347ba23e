import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import { answerQuestion } from './answer-question.ts'
import type { Facts } from './facts.ts'
import { openShippedFacts } from './testing/open-shipped-facts.ts'

const policy = compilePolicy({}, { now: new Date('2026-11-16') })
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

function ask(question: string) {
  return answerQuestion(question, { facts, policy, today: '2026-11-16', most: 4 }).answer
}

function textOf(question: string): string | undefined {
  return ask(question)
    ?.statements.map(({ text }) => text)
    .join(' ')
}

describe('values of the profiles', () => {
  it('are none where the source says that it has none', () => {
    expect(textOf('What is the literacy of South Korea?')).toBeUndefined()
    expect(textOf('What is the military expenditure of Libya?')).toBeUndefined()
  })

  it('say a royal anthem, and that the national one is not held', () => {
    expect(textOf('What is the national anthem of Norway?')).toMatch(
      /^The royal anthem of Norway is "Kongesangen"/,
    )
    expect(ask('What is the national anthem of Norway?')?.missing).toEqual([
      'Norway: national anthem (given instead: royal anthem)',
    ])
    expect(textOf('What is the national anthem of the United Kingdom?')).toBe(
      'The national anthem of the United Kingdom is "God Save the King".',
    )
  })

  it.each([
    ['What is the currency of Ecuador?', 'Ecuador uses US dollars (USD).'],
    [
      'Which countries are doubly landlocked?',
      '2 countries are doubly landlocked: Liechtenstein and Uzbekistan.',
    ],
    ['Is Austria doubly landlocked?', 'No: Austria is not doubly landlocked.'],
    [
      'Which countries in South America have a space agency?',
      '8 countries in South America have a space agency: Argentina, Bolivia, Brazil, Colombia, Ecuador, Paraguay, Peru and Venezuela.',
    ],
  ])('%s', (question, expected) => expect(textOf(question)).toBe(expected))

  it('ranks health expenditure as a share of GDP, without shares of a budget', () => {
    const said = textOf('Which 5 countries have the highest health expenditure?')
    expect(said).toMatch(/Afghanistan \(21\.8% of GDP\), Tuvalu \(20% of GDP\)/)
  })
})
