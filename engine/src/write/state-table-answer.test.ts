import { describe, expect, it } from 'vitest'
import { createLedger } from '../evidence/ledger.ts'
import { answerFromTables } from '../tables/answer-from-tables.ts'
import { passagesOf } from '../tables/testing/passages-of.ts'
import { tableRow } from '../text/blocks.ts'
import { verifyComposed } from '../verify/prove-statement.ts'
import { stateTableAnswer } from './state-table-answer.ts'

const table = (rows: readonly (readonly string[])[]) => rows.map(tableRow).join('\n')

const COMPANY = `Key figures, EUR million
${table([
  ['Year', 'Revenue', 'Net income', 'Employees'],
  ['2022', '90.0', '7.2', '420'],
  ['2023', '100.0', '-2.4', '450'],
  ['2024', '125.0', '10.0', '500'],
])}`
const BALANCE = `in EUR million
${table([
  ['', '2024', '2023'],
  ['Revenue', '812', '790'],
  ['Cost of sales', '(610)', '(600)'],
])}`
const SHEET = `(In millions)
${table([
  ['', 'December 31,', 'December 31,'],
  ['', '2022', '2021'],
  ['Total assets', '$9,737', '$9,055'],
])}`
const BOATS = table([
  ['name', 'berths', 'price', 'port'],
  ['Petrel', '6', '$900', 'Oslo'],
  ['Gannet', '4', '$700', 'Oslo'],
  ['Skua', '12', '$2,300', 'Bergen'],
])
const TRIPS = table([
  ['quarter', 'trips'],
  ['Q3 2024', '1,900'],
  ['Q4 2024', '2,100'],
])

const state = (question: string, text: string) => {
  const answer = answerFromTables(question, passagesOf(text, { title: 'Boats' }))
  if (!answer) return undefined
  const { text: said, evidence, computed = [] } = stateTableAnswer(answer, createLedger())
  const quotes = evidence.map(({ quote }) => quote)
  const { verdict } = verifyComposed({ text: said, quotes, computed, isVerbatim: false })
  return { said, quotes, verdict }
}

describe('a figure in a sentence', () => {
  it.each([
    ['What was the revenue in 2024?', COMPANY, 'Revenue, 2024: 125.0 million EUR.'],
    ['What was the net income in 2023?', COMPANY, 'Net income, 2023: -2.4 million EUR.'],
    ['How many employees were there in 2023?', COMPANY, 'Employees, 2023: 450.'],
    ['What was the revenue in 2023?', BALANCE, 'Revenue, 2023: 790 million EUR.'],
    [
      'What were the total assets in 2022?',
      SHEET,
      'Total assets, 2022 (December 31): $9,737 million.',
    ],
    ['What is the price of the Skua?', BOATS, 'Skua, price: $2,300.'],
    [
      'What was the percentage change of revenue from 2023 to 2024?',
      COMPANY,
      'Revenue, change from 2023 to 2024: 25% ((125.0 − 100.0) / 100.0).',
    ],
    [
      'What was the change in revenue from 2023 to 2024?',
      BALANCE,
      'Revenue, difference between 2024 and 2023: 22 million EUR (812 − 790).',
    ],
    [
      'What was the total revenue from 2022 to 2024?',
      COMPANY,
      'Revenue, total of 2022, 2023 and 2024: 315 million EUR (90.0 + 100.0 + 125.0).',
    ],
    ['Which quarter had the highest trips?', TRIPS, 'trips, Q4 2024: 2,100.'],
    ['In which year was the revenue lowest?', COMPANY, 'Revenue, 2022: 90.0 million EUR.'],
    ['Which boat has the most berths?', BOATS, 'Skua, berths: 12.'],
    ['How many boats are in Oslo?', BOATS, 'Oslo: 2 (Petrel, Gannet).'],
    [
      'What is the average price in Oslo?',
      BOATS,
      'Oslo, price, average of Petrel and Gannet: $800 ((900 + 700) / 2).',
    ],
  ])('%s names what was measured, when and in what, and bears proof', (question, text, said) => {
    expect(state(question, text)).toMatchObject({ said, verdict: 'kept' })
  })

  it('rests on the rows of its cells, on their header and on what they are counted in', () => {
    expect(state('What was the revenue in 2024?', COMPANY)?.quotes).toEqual([
      '| 2024 | 125.0 | 10.0 | 500 |',
      '| Year | Revenue | Net income | Employees |',
      'Key figures, EUR million',
    ])
  })

  it('that adds up many rows quotes them as one piece and does not write them out', () => {
    const rows = Array.from({ length: 40 }, (_, at) => [`Part ${at}`, `${at}`])
    const text = table([['part', 'weight'], ...rows])
    const stated = state('What is the total weight of all parts?', text.replaceAll('Part', 'Boat'))
    expect(stated?.said).toBe('weight, total of 40 figures: 780.')
    expect(stated?.quotes).toHaveLength(1)
    expect(stated?.verdict).toBe('kept')
  })

  it('says nothing by a header that it cannot quote', () => {
    const rows = Array.from({ length: 400 }, (_, at) => [
      `Part number ${at} of the list`,
      `${at}`,
      `${at * 2}`,
    ])
    const last = passagesOf(table([['part', 'weight EUR', 'price'], ...rows])).slice(-1)
    const answer = answerFromTables('What is the weight of part number 399 of the list?', last)
    expect(answer && stateTableAnswer(answer, createLedger()).text).toBe(
      'Part number 399 of the list: 399.',
    )
  })
})
