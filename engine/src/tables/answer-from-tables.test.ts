import { describe, expect, it } from 'vitest'
import type { FoundSentence } from '../evidence/finding.ts'
import { tableRow } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import { answerFromTables } from './answer-from-tables.ts'
import { passagesOf } from './testing/passages-of.ts'

const table = (rows: readonly (readonly string[])[]) => rows.map(tableRow).join('\n')

const BAKERY = `The bakery's year (in thousands):

${table([
  ['', 'Year ended June 30,', ''],
  ['', '2021', '2020'],
  ['Income:', '', ''],
  ['Bread', '$ 1,250', '$ 1,000'],
  ['Cakes (1)', '420', '525'],
  ['Total income', '$ 1,670', '$ 1,525'],
  ['Costs:', '', ''],
  ['Flour', '(310)', '(260)'],
  ['Rent', '(120)', '(120)'],
  ['Total costs', '(430)', '(380)'],
  ['Margin (%)', '74.3', '75.1'],
])}

(1) Cakes include tarts, pies and everything that is sold by the slice.

The increase in bread was primarily due to the new oven in the back room. It is in the Old Town shop. Insurance cost $3.5 million in 2021.`

/** The sentence of a text around a phrase, as the reading model finds it. */
const read = (text: string, phrase: string): FoundSentence[] =>
  passagesOf(text).flatMap(passage => {
    const at = passage.text.indexOf(phrase)
    const span = sentences(passage.text).find(({ start, end }) => start <= at && at < end)
    if (!span) return []
    const found = { start: at, end: at + phrase.length }
    const sentence = passage.text.slice(span.start, span.end)
    return [{ passage, span, text: sentence, score: 9, phrase: found }]
  })

const ask = (question: string, text = BAKERY, prose: readonly FoundSentence[] = []) => {
  const answer = answerFromTables(question, passagesOf(text), prose)
  for (const { text: quote, passage, start, end } of [
    ...(answer?.values ?? []),
    ...(answer?.inputs ?? []),
  ])
    expect(passage.text.slice(start, end)).toBe(quote)
  return (
    answer && {
      answer: answer.number ?? answer.values.map(value => value.text),
      scale: answer.scale,
      operation: answer.operation,
    }
  )
}

describe('a question about a table', () => {
  it.each([
    ['What was the income from bread in 2020?', ['$ 1,000'], 'thousand'],
    ['What was the total income in 2021?', ['$ 1,670'], 'thousand'],
    ['What was the rent in 2021 and 2020 respectively?', ['(120)', '(120)'], 'thousand'],
    ['What was the margin in 2020?', ['75.1'], 'percent'],
    ['What was the amount of cakes in 2021?', ['420'], 'thousand'],
  ])('%s is looked up', (question, answer, scale) => {
    expect(ask(question)).toMatchObject({ answer, scale })
  })

  it.each([
    ['What was the change in bread from 2020 to 2021?', 250, 'thousand', '1,250 − 1,000'],
    ['What is the change in cakes in 2021 from 2020?', -105, 'thousand', '420 − 525'],
    [
      'What was the percentage change in bread between 2020 and 2021?',
      25,
      'percent',
      '(1,250 − 1,000) / 1,000',
    ],
    ['What is the average bread for 2020 and 2021?', 1125, 'thousand', '(1,000 + 1,250) / 2'],
    ['What is the sum of bread and cakes in 2021?', 1670, 'thousand', '1,250 + 420'],
    ['What is the ratio of bread to cakes in 2021?', 2.98, '', '1,250 / 420'],
    ['What percentage of total income was cakes in 2021?', 25.15, 'percent', '420 / 1,670'],
    ['What is the difference between cakes and bread in 2021?', 830, 'thousand', '1,250 − 420'],
    ['What is the average flour for 2020 and 2021?', -285, 'thousand', '((−260) + (−310)) / 2'],
    ['What is the change in the margin from 2020 to 2021?', -0.8, 'percent', '74.3 − 75.1'],
  ])('%s is calculated', (question, answer, scale, operation) => {
    expect(ask(question)).toEqual({ answer, scale, operation })
  })

  it.each([
    ['In which year were cakes larger?', ['2020']],
    ['Which years does the table cover?', ['2021', '2020']],
    ['In which year was bread less than 1,100 thousand?', ['2020']],
    ['How many years did bread exceed $900 thousand?', 2],
    ['What are the components of income?', ['Bread', 'Cakes (1)']],
  ])('%s is compared', (question, answer) => {
    expect(ask(question)).toMatchObject({ answer, scale: '' })
  })

  it.each([
    [
      'What do cakes include?',
      'tarts, pies',
      'tarts, pies and everything that is sold by the slice.',
    ],
    ['Why did bread increase?', 'due to the new oven', 'due to the new oven in the back room.'],
    ['How much did insurance cost in 2021?', '$3.5 million', '$3.5 million'],
    ['Where is the new oven?', 'Old Town', 'Old Town'],
  ])('%s is answered by a phrase that was read in the prose', (question, phrase, answer) => {
    expect(ask(question, BAKERY, read(BAKERY, phrase))).toMatchObject({
      answer: [answer],
      scale: '',
    })
  })

  it('gets the figures of its years from a sentence that lists them', () => {
    const text = 'Repairs cost $2 million, $5 million and $7 million in 2019, 2020 and 2021.'
    expect(
      ask('What did repairs cost in 2020 and 2021?', text, read(text, '$2 million')),
    ).toMatchObject({
      answer: ['$5 million', '$7 million'],
    })
  })
})

describe('tables of other kinds', () => {
  const LONG = table([
    ['country', 'year', 'population', 'area_km2'],
    ['Chile', '2013', '17,216,945', '756,102'],
    ['Chile', '2014', '17,363,894', '756,102'],
    ['Peru', '2014', '30,147,935', '1,285,216'],
  ])
  const WIDE = table([
    ['Country', '2013', '2014'],
    ['Chile', '17.2', '17.4'],
    ['Peru', '29.8', '30.1'],
    ['Bolivia', '10.5', '10.6'],
  ])
  const TURNED = table([
    ['Year', 'Chile', 'Peru'],
    ['2013', '17.2', '29.8'],
    ['2014', '17.4', '30.1'],
  ])

  it.each([
    ['long', LONG, ['17,363,894']],
    ['wide', WIDE, ['17.4']],
    ['turned', TURNED, ['17.4']],
  ])('%s: a figure of a country and a year is found', (_, text, answer) => {
    expect(ask('What was the population of Chile in 2014?', text)).toMatchObject({ answer })
  })

  it.each([
    ['long', LONG, 146949],
    ['wide', WIDE, 0.2],
    ['turned', TURNED, 0.2],
  ])('%s: a change over time is calculated', (_, text, answer) => {
    const question = 'What was the change in the population of Chile from 2013 to 2014?'
    expect(ask(question, text)).toMatchObject({ answer })
  })

  const CREW = table([
    ['Name', 'Age', 'Post'],
    ['Ada Reed', '41', 'Captain'],
    ['Bo Lind', '36', 'First mate'],
    ['Cy Hahn', '52', 'Cook'],
  ])

  it('a column that is named without a row is taken as a whole', () => {
    expect(ask('What is the mean age of the crew?', CREW)).toMatchObject({ answer: 43 })
  })

  it('a row that occurs twice without a time is not trusted', () => {
    const awards = table([
      ['', 'Shares', 'Price'],
      ['Balance at January 1, 2018', '500', '$ 2.00'],
      ['Granted', '120', '2.50'],
      ['Balance at December 31, 2018', '620', '2.10'],
      ['Granted', '80', '3.00'],
      ['Balance at December 31, 2019', '700', '2.20'],
    ])
    const answer = answerFromTables('How many shares were granted in 2019?', passagesOf(awards))
    expect(answer?.confidence).toBeLessThan(0.8)
  })

  it('distinguishes and adds up the quarters of a year', () => {
    const prices = table([
      ['', '2019', '', '2018', ''],
      ['', 'High', 'Low', 'High', 'Low'],
      ['First quarter', '12.00', '9.00', '8.00', '5.00'],
      ['Second quarter', '14.00', '11.00', '9.00', '6.00'],
    ])
    expect(ask('What was the low price in the second quarter of 2019?', prices)).toMatchObject({
      answer: ['11.00'],
    })
    expect(ask('What is the average high price in 2018?', prices)).toMatchObject({ answer: 8.5 })
  })

  it('a header in the middle begins a new part', () => {
    const parts = table([
      ['(in millions)', 'Jan 1, 2018', 'Additions', 'Dec 31, 2018'],
      ['Vans', '10', '4', '14'],
      ['(in millions)', 'Jan 1, 2019', 'Additions', 'Dec 31, 2019'],
      ['Vans', '14', '7', '21'],
    ])
    expect(ask('What was the amount of vans at December 31, 2019?', parts)).toMatchObject({
      answer: ['21'],
      scale: 'million',
    })
  })

  it('a long table that was cut into passages is read as one', () => {
    const rows = Array.from({ length: 400 }, (_, at) => [
      `Item number ${at} of the list`,
      `${at}`,
      `${at * 2}`,
    ])
    const text = table([['', '2021', '2020'], ...rows])
    expect(passagesOf(text).length).toBeGreaterThan(1)
    expect(ask('What was item number 377 of the list in 2020?', text)).toMatchObject({
      answer: ['754'],
    })
  })

  it('a passage from the middle of a table is read by the header that it carries', () => {
    const rows = Array.from({ length: 400 }, (_, at) => [
      `Item number ${at} of the list`,
      `${at}`,
      `${at * 2}`,
    ])
    const last = passagesOf(table([['', '2021', '2020'], ...rows])).slice(-1)
    const answer = answerFromTables('What was item number 399 of the list in 2020?', last)
    expect(answer?.values.map(value => value.text)).toEqual(['798'])
  })
})

describe('confidence', () => {
  const confidence = (question: string) =>
    answerFromTables(question, passagesOf(BAKERY))?.confidence ?? 0

  it('is high for items that the table names and low for others', () => {
    expect(confidence('What was the total income in 2021?')).toBeGreaterThan(0.8)
    expect(confidence('What is the capital of Bolivia?')).toBeLessThan(0.3)
    expect(confidence('What was the revenue of the harbour in 1997?')).toBeLessThan(0.5)
  })
})

describe('hostile input', () => {
  it('never makes it slow or throw', () => {
    const wide = table([
      Array.from({ length: 3_000 }, (_, at) => `c${at}`),
      Array.from({ length: 3_000 }, () => '1'),
    ])
    const texts = [
      '',
      '|',
      '| |\n| |',
      wide,
      `${'('.repeat(3_000)} ${' '.repeat(3_000)}x`,
      `| ${'*'.repeat(4_000)} | 1 |`,
    ]
    const questions = [
      '',
      '?',
      'between and and and',
      'from to '.repeat(240),
      'what '.repeat(100_000),
      '('.repeat(1_900),
    ]
    for (const text of texts)
      for (const question of questions)
        expect(() => answerFromTables(question, passagesOf(text))).not.toThrow()
  })
})
