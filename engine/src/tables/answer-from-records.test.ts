import { describe, expect, it } from 'vitest'
import { tableRow } from '../text/blocks.ts'
import { answerFromTables } from './answer-from-tables.ts'
import { passagesOf } from './testing/passages-of.ts'

/** Least confidence for an answer. */
const SURE = 0.8

const table = (rows: readonly (readonly string[])[]) => rows.map(tableRow).join('\n')

const COMPANY = {
  title: 'Halvorsen Rope Works 2024',
  text: `Key figures, EUR million
${table([
  ['Year', 'Revenue', 'Net income', 'Employees'],
  ['2021', '80.5', '6.1', '400'],
  ['2022', '90.0', '7.2', '420'],
  ['2023', '100.0', '-2.4', '450'],
  ['2024', '125.0', '10.0', '500'],
])}`,
}
const QUARTERS = {
  title: 'orders',
  text: table([
    ['quarter', 'orders', 'returns'],
    ['Q3 2023', '40', '4'],
    ['Q4 2023', '70', '9'],
    ['Q1 2024', '50', '5'],
    ['Q2 2024', '60', '3'],
  ]),
}
const SHIPMENTS = {
  title: 'shipments',
  text: table([
    ['harbour', 'year', 'cargo', 'tons shipped', 'price'],
    ['Oslo', '2023', 'Fish', '300', '9.5'],
    ['Oslo', '2023', 'Timber', '260', '12'],
    ['Oslo', '2024', 'Fish', '310', '9.9'],
    ['Bergen', '2023', 'Fish', '150', '9.5'],
    ['Bergen', '2024', 'Timber', '900', '12.5'],
  ]),
}
const BOATS = {
  title: 'boats',
  text: table([
    ['name', 'berth count', 'length m', 'home port', 'range'],
    ['Petrel', '6', '11', 'Oslo', '300 miles'],
    ['Gannet', '4', '9', 'Oslo', '250 miles'],
    ['Skua', '12', '19', 'Bergen', '900 miles'],
    ['Total', '22', '', '', ''],
  ]),
}

const ask = (question: string, { title, text }: { title: string; text: string }) => {
  const answer = answerFromTables(question, passagesOf(text, { title }))
  return {
    answer: answer?.number ?? answer?.values.map(value => value.text),
    isSure: (answer?.confidence ?? 0) >= SURE,
    scale: answer?.scale,
    figures: answer?.figures?.map(value => value.text),
  }
}

describe('a table of records', () => {
  it.each([
    ['What was the revenue of Halvorsen in 2024?', COMPANY, ['125.0'], 'million'],
    ['What was the net income of Halvorsen Rope Works in 2023?', COMPANY, ['-2.4'], 'million'],
    ['How many employees does Halvorsen have?', COMPANY, ['500'], ''],
    ['What were the orders in Q1 2024?', QUARTERS, ['50'], ''],
    ['How many tons of fish were shipped in Oslo in 2024?', SHIPMENTS, ['310'], ''],
    ['What is the length of the Skua?', BOATS, ['19'], ''],
    ['What is the home port of the Skua?', BOATS, ['Bergen'], ''],
    ['What is the range of the Gannet?', BOATS, ['250 miles'], ''],
  ])('%s is looked up by the names of columns and records', (question, from, answer, scale) => {
    expect(ask(question, from)).toMatchObject({ answer, scale, isSure: true })
  })

  it.each([
    ['What was the change in revenue of Halvorsen from 2023 to 2024?', COMPANY, 25],
    ['By how much did the revenue of Halvorsen grow between 2023 and 2024?', COMPANY, 25],
    ['What was the percentage change of revenue from 2023 to 2024?', COMPANY, 25],
    ['What was the total revenue of Halvorsen from 2021 to 2023?', COMPANY, 270.5],
    ['What was the average revenue from 2022 to 2024?', COMPANY, 105],
    ['What is the sum of orders in 2023?', QUARTERS, 110],
    ['What are the average orders?', QUARTERS, 55],
    ['Total tons shipped in Oslo in 2023', SHIPMENTS, 560],
    ['What is the total berth count?', BOATS, 22],
    ['What is the difference between the length of the Skua and the Petrel?', BOATS, 8],
  ])('%s is calculated over the records that it singles out', (question, from, answer) => {
    expect(ask(question, from)).toMatchObject({ answer, isSure: true })
  })

  it.each([
    ['In which year did Halvorsen have the highest revenue?', COMPANY, ['2024'], ['125.0']],
    ['In which year was the net income negative?', COMPANY, ['2023'], ['-2.4']],
    ['Which quarter had the most orders?', QUARTERS, ['Q4 2023'], ['70']],
    ['Which boat has the longest range?', BOATS, ['Skua'], ['900 miles']],
    ['Which boats have a length above 10?', BOATS, ['Petrel', 'Skua'], ['11', '19']],
  ])('%s is answered with the figure that decided', (question, from, answer, figures) => {
    expect(ask(question, from)).toMatchObject({ answer, figures, isSure: true })
  })

  it('compares names in the last year if the question names none', () => {
    const question = 'Which harbour had the most tons shipped?'
    expect(ask(question, SHIPMENTS)).toMatchObject({ answer: ['Bergen'], figures: ['900'] })
  })

  it('records are counted by what they are', () => {
    expect(ask('How many boats are there?', BOATS)).toMatchObject({ answer: 3, isSure: true })
    expect(ask('How many boats have a length above 10?', BOATS)).toMatchObject({ answer: 2 })
  })

  it.each([
    ['a time that it has not', 'What was the revenue of Halvorsen in 2019?', COMPANY],
    ['somebody else', 'What was the revenue of Quantrix in 2024?', COMPANY],
    ['another measure', 'What was the operating profit of Halvorsen in 2024?', COMPANY],
    ['a part of it only', 'What was the recurring revenue of Halvorsen in 2024?', COMPANY],
    ['a record that it has not', 'What is the length of the Osprey?', BOATS],
    ['a place that it has not', 'How many boats are in Hamburg?', BOATS],
  ])('is not trusted about %s', (_, question, from) => {
    expect(ask(question, from).isSure).toBe(false)
  })

  it('that is incomplete gives no total', () => {
    const rows = Array.from({ length: 600 }, (_, at) => [`Part ${at} of the list`, `${at}`])
    const passages = passagesOf(table([['part', 'weight'], ...rows]), { title: 'parts' })
    const total = (read: typeof passages) => answerFromTables('What is the total weight?', read)
    expect(total(passages)).toMatchObject({ number: (599 * 600) / 2 })
    expect(total(passages)?.confidence).toBeGreaterThan(SURE)
    expect(total(passages.slice(0, -1))?.confidence ?? 0).toBeLessThan(SURE)
    expect(total(passages.slice(1))?.confidence ?? 0).toBeLessThan(SURE)
  })

  it('of the document that the question names is preferred to others', () => {
    const other = passagesOf(COMPANY.text.replace('125.0', '999.0'), {
      title: 'Brandt Chains 2024',
      documentId: 1,
    })
    const own = passagesOf(COMPANY.text, { title: COMPANY.title, documentId: 2 })
    const answer = answerFromTables('What was the revenue of Halvorsen in 2024?', [
      ...other,
      ...own,
    ])
    expect(answer?.values.map(({ text }) => text)).toEqual(['125.0'])
  })
})
