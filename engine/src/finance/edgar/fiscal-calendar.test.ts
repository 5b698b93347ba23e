import { describe, expect, it } from 'vitest'
import { createFiscalCalendar } from './fiscal-calendar.ts'

const name = (calendar: ReturnType<typeof createFiscalCalendar>, dates: string) => {
  const [first = '', second] = dates.split('/')
  const found = calendar.periodOf(
    second === undefined ? { end: first } : { start: first, end: second },
  )
  return found && `${found.part} ${found.fiscalYear}`
}

describe('years of 52 and 53 weeks that end in September', () => {
  const calendar = createFiscalCalendar([
    { end: '2021-09-25', fiscalYear: 2021 },
    { end: '2022-09-24', fiscalYear: 2022 },
    { end: '2023-09-30', fiscalYear: 2023 },
  ])
  it.each([
    ['2022-09-25/2023-09-30', 'year 2023'],
    ['2021-09-26/2022-09-24', 'year 2022'],
    ['2019-09-29/2020-09-26', 'year 2020'],
    ['2022-09-25/2022-12-31', 'Q1 2023'],
    ['2023-01-01/2023-04-01', 'Q2 2023'],
    ['2023-04-02/2023-07-01', 'Q3 2023'],
    ['2023-07-02/2023-09-30', 'Q4 2023'],
    ['2022-09-25/2023-04-01', 'half 2023'],
    ['2022-09-25/2023-07-01', 'nine-months 2023'],
    // No report on 2024 yet.
    ['2023-10-01/2023-12-30', 'Q1 2024'],
    ['2023-12-30', 'Q1 2024'],
    ['2023-09-30', 'year 2023'],
    ['2023-07-01', 'Q3 2023'],
    // Twelve months up to the middle of a year, one month, two years, and a day between quarters.
    ['2022-07-02/2023-07-01', undefined],
    ['2023-09-01/2023-09-30', undefined],
    ['2021-09-26/2023-09-30', undefined],
    ['2023-10-25', undefined],
    ['2023-02-30', undefined],
  ])('%s is %s', (dates, expected) => {
    expect(name(calendar, dates)).toBe(expected)
  })
})

it('a retailer that says so has its year 2023 end in February 2024', () => {
  const calendar = createFiscalCalendar([
    { end: '2023-01-28', fiscalYear: 2022 },
    { end: '2024-02-03', fiscalYear: 2023 },
  ])
  expect(name(calendar, '2023-01-29/2024-02-03')).toBe('year 2023')
  expect(name(calendar, '2021-01-31/2022-01-29')).toBe('year 2021')
  expect(name(calendar, '2024-02-04/2024-05-04')).toBe('Q1 2024')
})

it('one that names the year by its end does not', () => {
  const calendar = createFiscalCalendar([{ end: '2024-01-28', fiscalYear: 2024 }])
  expect(name(calendar, '2023-01-30/2024-01-28')).toBe('year 2024')
  expect(name(calendar, '2023-10-30/2024-01-28')).toBe('Q4 2024')
})

it('a slip in one report is outvoted by the others', () => {
  const calendar = createFiscalCalendar([
    { end: '2021-12-31', fiscalYear: 2021 },
    { end: '2022-12-31', fiscalYear: 2021 },
    { end: '2023-12-31', fiscalYear: 2023 },
  ])
  expect(name(calendar, '2022-01-01/2022-12-31')).toBe('year 2022')
})

it('a year that ends on the first days of January is the one before', () => {
  const calendar = createFiscalCalendar([
    { end: '2021-01-02', fiscalYear: 2020 },
    { end: '2022-01-01', fiscalYear: 2021 },
    { end: '2022-12-31', fiscalYear: 2022 },
  ])
  expect(name(calendar, '2019-12-29/2021-01-02')).toBe('year 2020')
  expect(name(calendar, '2022-01-02/2022-12-31')).toBe('year 2022')
  expect(name(calendar, '2023-01-01/2023-12-30')).toBe('year 2023')
})

it('quarters of twelve and sixteen weeks are quarters', () => {
  const calendar = createFiscalCalendar([{ end: '2023-09-03', fiscalYear: 2023 }])
  expect(name(calendar, '2022-08-29/2022-11-20')).toBe('Q1 2023')
  expect(name(calendar, '2023-05-08/2023-09-03')).toBe('Q4 2023')
  expect(name(calendar, '2022-08-29/2023-05-07')).toBe('nine-months 2023')
})

it('without any report the end of the year that EDGAR names tells, else the calendar', () => {
  const june = createFiscalCalendar([], { fiscalYearEnd: '0630' })
  expect(name(june, '2022-07-01/2023-06-30')).toBe('year 2023')
  expect(name(june, '2022-07-01/2022-09-30')).toBe('Q1 2023')
  expect(name(createFiscalCalendar([]), '2022-01-01/2022-12-31')).toBe('year 2022')
  expect(name(createFiscalCalendar([], { fiscalYearEnd: '9999' }), '2022-12-31')).toBe('year 2022')
})

it('a company that changed the end of its year has both', () => {
  const calendar = createFiscalCalendar([
    { end: '2019-06-30', fiscalYear: 2019 },
    { end: '2020-06-30', fiscalYear: 2020 },
    { end: '2021-12-31', fiscalYear: 2021 },
  ])
  expect(name(calendar, '2019-07-01/2020-06-30')).toBe('year 2020')
  expect(name(calendar, '2021-01-01/2021-12-31')).toBe('year 2021')
  expect(name(calendar, '2021-01-01/2021-03-31')).toBe('Q1 2021')
})
