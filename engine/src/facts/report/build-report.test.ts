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
beforeAll(async () => {
  facts = await openShippedFacts()
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
      'How Chile compares with countries of similar GDP in all and per head',
    ]),
  )
})

it('calculates from values of one year', () => {
  const text = textOf(report('Economy of Chile', 'frontier'))
  expect(text).toMatch(/real GDP changed by 2\.64%; the source states 2\.6% \(2024\), which agrees/)
  expect(text).toMatch(
    /By GDP at official exchange rates .*, Chile is the 45th highest of 1\d\d; with 10% less it would be number 47/,
  )
  // Values of different years make no sum and no share.
  expect(text).not.toMatch(/19\.1 million \(2025\)/)
})

it('counts all neighbours, and ranks no value that is out of date', () => {
  const text = textOf(report('Overview of Poland’s economy', 'exhaustive'))
  expect(text).toMatch(/Among its neighbours, Poland is the third highest of 8 by GDP/)
  expect(text).not.toMatch(/highest of \d+ by public debt/)
  expect(text).toMatch(/stands highest by .* and lowest by unemployment \(\d+th highest of \d+\)/)
})

it('compares no values that are years apart, and says what all show together', () => {
  const text = textOf(report('Compare the economies of Kenya, Ethiopia and Tanzania', 'deep'))
  expect(text).toMatch(/By unemployment, Kenya is highest with/)
  expect(text).not.toMatch(/By GDP at official exchange rates, /)
  expect(text).toMatch(/Of \d+ figures that all 3 have for about the same year, /)
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

it('keeps series within the years of the question', () => {
  const { sections = [] } = report('How did the economy of India grow from 1990 to 2020?', 'deep')
  const series = sections.find(({ heading }) => heading === 'GDP in current US dollars since 1990')
  expect(series?.table?.rows.at(-1)?.label).toBe('2020')
})

it('says in the summary only what is asked for', () => {
  const question = 'Compare the inflation, public debt and poverty of Kenya and Ghana'
  const { statements } = report(question, 'deep')
  expect(statements.map(({ facts: [fact] }) => fact?.attribute.label)).toEqual([
    'Inflation rate (consumer prices)',
    'Public debt',
    'Population below poverty line',
  ])
})
