import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '../../budgets.ts'
import { compilePolicy } from '../../policy/compile-policy.ts'
import type { FactAnswer } from '../answer.ts'
import { answerQuestion, lexiconOf } from '../answer-question.ts'
import type { Facts } from '../open-facts.ts'
import { openShippedFacts } from '../testing/open-shipped-facts.ts'
import { buildReport } from './build-report.ts'

const EFFORTS: readonly Effort[] = ['standard', 'deep', 'exhaustive', 'frontier']
let facts: Facts
beforeAll(() => {
  facts = openShippedFacts()
})
afterAll(() => facts.close())

function report(question: string, effort: Effort): FactAnswer {
  const policy = compilePolicy({}, { now: new Date('2026-11-16') })
  const options = { facts, policy, today: '2026-11-16', most: 12 }
  const { answer } = answerQuestion(question, options)
  if (!answer) throw new Error(`no answer to ${question}`)
  return buildReport(answer, { facts, lexicon: lexiconOf(facts), admits: () => true, effort })
}

function factsIn({ statements, sections = [] }: FactAnswer): Set<number> {
  const cells = sections.flatMap(({ table }) =>
    (table?.rows ?? []).flatMap(row => row.cells.filter(cell => cell !== undefined)),
  )
  const all = [...statements, ...sections.flatMap(one => one.statements), ...cells]
  return new Set(all.flatMap(one => one.facts.map(({ id }) => id)))
}

function textOf({ statements, sections = [] }: FactAnswer): string {
  const all = [...statements, ...sections.flatMap(one => one.statements)]
  return all.map(({ text }) => text).join('\n')
}

describe.each([
  'Give me an overview of Chile’s economy',
  'Compare the economies of Chile and Peru',
  'What is the population of Japan?',
  'Which countries have the highest GDP per capita?',
  'Who won the Nobel Prize in physics in 1921?',
])('%s', question => {
  it('holds more facts at each effort, and says nothing twice', () => {
    let before = 0
    for (const effort of EFFORTS) {
      const answer = report(question, effort)
      const { size } = factsIn(answer)
      // The highest effort may only calculate with the same facts.
      if (effort === 'frontier') expect(size).toBeGreaterThanOrEqual(before)
      else expect(size).toBeGreaterThan(before)
      before = size
      const lines = textOf(answer).split('\n')
      expect(lines).toEqual([...new Set(lines)])
    }
  })
})

it('compares with neighbours, the region, similar countries and the world', () => {
  const headings = report('Economy of Chile', 'exhaustive').sections?.map(({ heading }) => heading)
  expect(headings).toEqual(
    expect.arrayContaining([
      'Chile’s place in the world',
      'How Chile compares with its neighbours',
      'How Chile compares with South America',
      'How Chile compares with countries of similar income and size',
    ]),
  )
})

it('checks one collection against another and calculates values again', () => {
  const text = textOf(report('Economy of Chile', 'frontier'))
  expect(text).toMatch(/19\.1 million \(2025\) in The World Factbook and 19\.8 million \(2024\)/)
  expect(text).toMatch(/real GDP changed by 2\.64%; the source states 2\.6% \(2024\), which agrees/)
  expect(text).toMatch(
    /ranks 45 of 195 by GDP at official exchange rates .* 10% lower or higher would make it 47 or 44/,
  )
})

it('says the currency with its rate', () => {
  expect(textOf(report('What is the currency of Sweden?', 'lite'))).toBe(
    'Sweden uses Swedish kronor (SEK); 1 US dollar was 10.6 SEK in 2024.',
  )
})

it('tells figures that bear on a reason', () => {
  const text = textOf(report('Why is the population of Japan shrinking?', 'deep'))
  expect(text).toMatch(/6\.84 births per 1,000 people and 12 deaths per 1,000 people/)
  expect(text).toMatch(/population has fallen every year since 2010/)
})
