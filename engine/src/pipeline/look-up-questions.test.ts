import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Facts } from '../facts/facts.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import { openCompanyStore } from '../finance/company-store.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import { createAuthor } from '../with-fallback.ts'
import { createResearch } from './create-research.ts'

let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

/** The result for a request that a model has written as these plain questions. */
async function resultOf(questions: readonly string[], effort: 'lite' | 'standard' = 'lite') {
  const companies = openCompanyStore(facts)
  const rephrased = { questions, wishes: [], notes: [] }
  const author = {
    ...createAuthor({ reader: await sharedReader(), facts, companies }),
    rephrase: async ({ input }: { input: string }) => ({ ...rephrased, asked: input }),
  }
  const nothing = async () => []
  const source = { findNamed: nothing, search: nothing, read: nothing } as never
  const now = () => new Date('2026-11-15T12:00:00Z')
  const research = createResearch({ author, companies, source, now })
  const kind = effort === 'lite' ? 'answer' : 'research'
  const { content } = await research({ kind, input: 'as asked', effort, sources: {} }, {})
  return String(content).replaceAll(/ ?\[\[[\d, ]+\]\]/g, '')
}

it('asks companies, countries and records side by side, in order', async () => {
  const content = await resultOf([
    'What was the revenue of Apple in 2024?',
    'What is the population of Chile?',
    'Who won the FIFA World Cup in 1998?',
  ])
  expect(content).toMatch(/^Apple's revenue was \$391\.0 billion .*Chile .*France won/)
})

it('asks about the companies that a question before has ranked', async () => {
  const content = await resultOf([
    'Which 2 companies have the highest revenue?',
    'Where are the headquarters of them?',
  ])
  expect(content).toMatch(/Seattle.*Bentonville/)
})

it('asks measure by measure where a list of them is not answered as a whole', async () => {
  const content = await resultOf(['Compare the area, zorbs and population of Chile and Peru.'])
  expect(content).toMatch(/is larger .*sq km/)
  expect(content).toMatch(/larger population/)
  expect(content).toMatch(/Not found: .*zorbs/)
})

it('says a place in a ranking beside the value that an earlier question asked for', async () => {
  const questions = [
    'What are the coal exports of Australia?',
    'Where does Australia rank in the world by coal exports?',
  ]
  expect(await resultOf(questions, 'standard')).toMatch(/second largest coal exports/)
})

it('says calculated values beside the verdict over them', async () => {
  const content = await resultOf([
    'Compare the inflation and budget balance of Egypt and Morocco.',
    'Which of Egypt and Morocco does best by inflation and budget balance?',
  ])
  expect(content).toMatch(/Morocco had a higher budget balance .*Morocco comes out ahead/)
})

it('opens a report with the verdict, and says each figure once', async () => {
  const content = await resultOf(
    [
      'Compare the GDP per capita, unemployment and life expectancy of Chile and Peru.',
      'Which of Chile and Peru is better off?',
    ],
    'standard',
  )
  expect(content).toMatch(/^Chile comes out ahead on 2 of 3 measures, by .*; Peru leads by lower/)
  expect(content.match(/\$14,500/g)).toHaveLength(1)
})

it('takes "they" for anybody where nothing was listed before', async () => {
  expect(await resultOf(['What money do they use in Japan?'])).toMatch(/^Japan uses yen/)
})

it('lists a question that has nothing to refer to', async () => {
  const content = await resultOf(['What is the area of them?', 'What is the area of Peru?'])
  expect(content).toMatch(/Not found: area of them/)
})
