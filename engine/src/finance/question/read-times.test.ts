import { describe, expect, it } from 'vitest'
import { aimsAt } from './read-aims.ts'
import { findPeriods, readTimes } from './read-times.ts'

const TODAY = '2024-09-01'
const read = (text: string) => readTimes(text, TODAY, aimsAt(text, 'change'))
const year = (value: number) => ({ kind: 'fiscal', year: value, part: 'year' })
const part = (value: number, name: string) => ({ kind: 'fiscal', year: value, part: name })

describe('a time in a question', () => {
  it.each([
    ['in fiscal year 2023', [year(2023)]],
    ['FY23', [year(2023)]],
    ["FY'23", [year(2023)]],
    ['fy2023', [year(2023)]],
    ['the 2023 fiscal year', [year(2023)]],
    ['in 2022 and 2023', [year(2022), year(2023)]],
    ['Q3 2023', [part(2023, 'Q3')]],
    ['Q3 of FY24', [part(2024, 'Q3')]],
    ['3Q23', [part(2023, 'Q3')]],
    ['2023 Q2', [part(2023, 'Q2')]],
    ['third quarter of fiscal 2024', [part(2024, 'Q3')]],
    ['the fiscal third quarter of 2024', [part(2024, 'Q3')]],
    ['Q1 and Q2 of 2023', [part(2023, 'Q1'), part(2023, 'Q2')]],
    ['the first half of 2023', [part(2023, 'half')]],
    ['first nine months of fiscal 2023', [part(2023, 'nine-months')]],
    ['as of 2023-12-31', [{ kind: 'date', on: '2023-12-31' }]],
    ['at December 31, 2023', [{ kind: 'date', on: '2023-12-31' }]],
    ['on 30 September 2023', [{ kind: 'date', on: '2023-09-30' }]],
    ['at the end of February 2024', [{ kind: 'date', on: '2024-02-29' }]],
    ['the year ended June 30, 2023', [{ kind: 'date', on: '2023-06-30', part: 'year' }]],
    ['three months ended July 1, 2023', [{ kind: 'date', on: '2023-07-01', part: 'quarter' }]],
    ['six months ended April 1, 2023', [{ kind: 'date', on: '2023-04-01', part: 'half' }]],
    ['last year', [{ kind: 'mostly', year: 2023 }]],
    ['calendar year 2023', [{ kind: 'calendar', year: 2023, part: 'year' }]],
    ['Q3 CY2023', [{ kind: 'calendar', year: 2023, part: 'Q3' }]],
    ['latest', [{ kind: 'latest' }]],
    ['the most recent quarter', [{ kind: 'latest', part: 'quarter' }]],
    ['the last fiscal year', [{ kind: 'latest', part: 'year' }]],
    ['Q3 results', [{ kind: 'latest', part: 'Q3' }]],
    ['trailing twelve months', [{ kind: 'trailing' }]],
    ['TTM', [{ kind: 'trailing' }]],
    ['the current ratio of $2,023 million, 2023.5 or 15%', []],
    ['on 2023-13-45', []],
  ])('%s', (text, expected) => {
    expect(findPeriods(text, TODAY).map(({ period }) => period)).toEqual(expected)
  })
})

describe('times together', () => {
  it.each([
    ['from 2019 to 2023', { kind: 'range', from: year(2019), to: year(2023) }],
    ['between 2019 and 2023', { kind: 'range', from: year(2019), to: year(2023) }],
    ['2019–2023', { kind: 'range', from: year(2019), to: year(2023) }],
    ['Q1 2022 through Q4 2023', { kind: 'range', from: part(2022, 'Q1'), to: part(2023, 'Q4') }],
    ['since 2020', { kind: 'range', from: year(2020) }],
    ['over the last five years', { kind: 'last', count: 5, part: 'year' }],
    ['in the past 8 quarters', { kind: 'last', count: 8, part: 'quarter' }],
    ['over the past decade', { kind: 'last', count: 10, part: 'year' }],
    ['5-year CAGR', { kind: 'last', count: 5, part: 'year' }],
    ['each quarter of 2023', { kind: 'quarters', year: 2023 }],
    [
      'each quarter since 2023',
      { kind: 'range', from: { kind: 'fiscal', year: 2023, part: 'Q1' } },
    ],
    ['in which quarter was it highest', { kind: 'last', count: 12, part: 'quarter' }],
    ['in 2019 and 2023', { kind: 'each', periods: [year(2019), year(2023)] }],
  ])('%s', (text, expected) => {
    expect(read(text).asked).toEqual(expected)
  })

  it('are compared if one is the period before the other', () => {
    const found = read('in 2023 compared to the prior year')
    expect(found.asked).toEqual({ kind: 'each', periods: [year(2023)] })
    expect(found.isAgainstPrevious).toBe(true)
    expect(read('in 2023').isAgainstPrevious).toBe(false)
  })

  it.each([
    ['how did it change from 2022', year(2022)],
    ['compared with 2021', year(2021)],
    ['relative to that of fiscal 2020', year(2020)],
  ])('begin with the only one that the latest is held against: %s', (text, from) => {
    expect(read(text).asked).toEqual({ kind: 'range', from })
  })

  it('read last year as the year before if something is compared with it', () => {
    expect(read('revenue compared with last year')).toMatchObject({
      asked: { kind: 'each', periods: [] },
      isAgainstPrevious: true,
    })
    expect(read('revenue last year').isAgainstPrevious).toBe(false)
  })
})
