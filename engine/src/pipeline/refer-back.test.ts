import { expect, it } from 'vitest'
import { createDirectory } from '../finance/companies/find-companies.ts'
import { followResults, oneByOne } from './refer-back.ts'

const listed = (...names: string[]) => ({
  answer: {
    statements: [],
    missing: [],
    list: {
      facts: names.map(name => ({ subject: { name } })) as never,
      isRanked: true,
      isForOne: false,
    },
  },
})

it('puts the names of the latest list in place of "of them"', () => {
  const results = followResults(undefined)
  results.resolve('Which 2 countries in Africa have the largest population?')
  results.remember([listed('Nigeria', 'Ethiopia')])
  results.resolve('Which of them has the highest median age?')
  results.remember([listed('Ethiopia')])
  expect(results.resolve('What is the GDP of them?')?.text).toBe(
    'What is the GDP of Nigeria and Ethiopia?',
  )
  expect(results.resolve('What is the capital of that country?')?.text).toBe(
    'What is the capital of Ethiopia?',
  )
})

it.each([
  ['What is the GDP of the first 2 of them?', 'What is the GDP of Peru and Chile?'],
  ['Rank them by area.', 'Rank Peru, Chile and Cuba by area.'],
])('puts as many names as are asked about: %s', (question, complete) => {
  const results = followResults(undefined)
  results.resolve('Which 3 countries have the highest inflation?')
  results.remember([listed('Peru', 'Chile', 'Cuba')])
  expect(results.resolve(question)?.text).toBe(complete)
})

it('takes the year of a figure that a question about a year is answered with', () => {
  const results = followResults(undefined)
  const text = "Larkspur's revenue was highest in 2022 at $101 billion, of the 10 figures from 2016"
  const statements = [{ text, evidence: [], isVerbatim: false }]
  results.resolve('In which year was the revenue of Larkspur highest?')
  results.remember([{ figures: { statements, conflicts: [], answered: [], missing: [] } }])
  expect(results.resolve('What was the net income of Larkspur in that year?')?.text).toBe(
    'What was the net income of Larkspur in 2022?',
  )
})

it('leaves a question out that has nothing to refer to', () => {
  const results = followResults(undefined)
  results.remember([listed()])
  expect(results.resolve('What is the GDP of them?')).toBeUndefined()
})

it.each([
  [
    ['Compare the inflation and public debt of Chile and Peru.'],
    'Which of Chile and Peru is better off?',
    'Which of Chile and Peru does best by inflation and public debt?',
  ],
  [
    ['What is the inflation of Chile and Brazil?'],
    'Which of Chile and Peru is better off?',
    'Which of Chile and Peru is better off?',
  ],
  [
    [
      'What were the revenue and net margin of Visa and Mastercard in each of the last 3 years?',
      'How did the total debt of Visa and Mastercard change since 2020?',
    ],
    'Which of Visa and Mastercard is in better shape?',
    'Which of Visa and Mastercard does best by revenue, net margin and total debt?',
  ],
])('a verdict is by the measures that were asked for before: %s', (before, question, complete) => {
  const results = followResults(undefined)
  for (const one of before) results.resolve(one)
  expect(results.resolve(question)?.text).toBe(complete)
})

it.each([
  [
    ['What was the free cash flow of Larkspur in fiscal 2024?'],
    'Can Larkspur cover its dividends with free cash flow?',
    'Can Larkspur cover its dividends with free cash flow in fiscal 2024?',
  ],
  [
    ['Which of Larkspur and Acme grew revenue faster over the last 5 years?'],
    'Which of Larkspur and Acme does best by revenue and net margin?',
    'Which of Larkspur and Acme does best by revenue and net margin over the last 5 years?',
  ],
  [
    ['What was the revenue of Larkspur in 2023?', 'What was the revenue of Larkspur in 2024?'],
    'Can Larkspur cover its dividends with free cash flow?',
    'Can Larkspur cover its dividends with free cash flow?',
  ],
])(
  'a verdict on companies is about the only period before it: %s',
  (before, question, complete) => {
    const company = { cik: '0000000001', name: 'Larkspur', tickers: ['LARK'] }
    const directory = createDirectory([company])
    const results = followResults({ directory, companies: [] } as never)
    for (const one of before) results.resolve(one)
    expect(results.resolve(question)?.text).toBe(complete)
  },
)

it('a verdict on companies alone has measures of its own', () => {
  expect(
    followResults(undefined).resolve('Which of Visa and Apple is in better shape?')?.text,
  ).toBe(
    'Which of Visa and Apple does best by growth of revenue, net margin, free cash flow margin and debt to equity ratio?',
  )
})

it('takes a list of measures apart, and nothing else', () => {
  expect(oneByOne('Compare the area, climate and share of wind power of Chile and Peru.')).toEqual([
    'Compare the area of Chile and Peru.',
    'Compare the climate of Chile and Peru.',
    'Compare the share of wind power of Chile and Peru.',
  ])
  expect(oneByOne('What is the area of Chile and Peru?')).toEqual([])
  expect(oneByOne('Who won the FIFA World Cup in 1998?')).toEqual([])
})
