import { expect, it } from 'vitest'
import { chooseFilings, readAsked } from './choose-filings.ts'
import type { Filing } from './company-record.ts'

const asked = { years: [2021], quarters: [], latestYears: 0 }

function filing(form: string, filedOn: string, of: { year: number; revenue2021: number }): Filing {
  const year = (value: number) => ({
    ...{ start: `${value}-01-01`, end: `${value}-12-31`, fiscalYear: value },
    part: 'year' as const,
  })
  return {
    ...{ accession: filedOn, form, kind: 'annual', filedOn, period: year(of.year) },
    isAmendment: form.endsWith('/A'),
    figures: [
      {
        ...{ concept: 'us-gaap:Revenues', label: 'Revenue', section: 'Income statement' },
        ...{ value: of.revenue2021, unit: 'USD', period: year(2021), isCover: false },
      } as const,
    ],
  }
}

const chosenOf = (...filings: readonly Filing[]) => {
  const company = { cik: '1', name: 'Petrel', tickers: [] }
  return chooseFilings({ company, filings }, asked).map(({ filedOn }) => filedOn)
}

it('includes an amendment if it changes a value', () => {
  const newest = filing('10-K', '2024-02-20', { year: 2023, revenue2021: 655 })
  const amendment = filing('10-K/A', '2022-09-15', { year: 2021, revenue2021: 655 })
  const first = filing('10-K', '2022-02-18', { year: 2021, revenue2021: 702 })
  expect(chosenOf(newest, amendment, first)).toEqual(['2022-02-18', '2024-02-20', '2022-09-15'])
})

it('leaves out an amendment that changes nothing', () => {
  const newest = filing('10-K', '2024-02-20', { year: 2023, revenue2021: 702 })
  const amendment = filing('10-K/A', '2022-09-15', { year: 2021, revenue2021: 702 })
  const first = filing('10-K', '2022-02-18', { year: 2021, revenue2021: 702 })
  expect(chosenOf(newest, amendment, first)).toEqual(['2022-02-18', '2024-02-20'])
})

it('chooses each filing once', () => {
  const filings = [2023, 2022, 2021].flatMap(year => [
    filing('10-K/A', `${year + 1}-09-15`, { year, revenue2021: year }),
    filing('10-K', `${year + 1}-02-18`, { year, revenue2021: year * 2 }),
  ])
  const chosen = chosenOf(...filings)
  expect(new Set(chosen).size).toBe(chosen.length)
})

it.each([
  ['revenue in FY23 and FY 2021', [2023, 2021], [], 0],
  ['from 2019 to 2021', [2021, 2020, 2019], [], 0],
  ['between 2019 and 2021', [2021, 2020, 2019], [], 0],
  ['2019 and 2021', [2021, 2019], [], 0],
  ['the fourth quarter of fiscal 2022', [2022], ['Q4'], 0],
  ['over the last five years', [], [], 5],
  ['sold 2,023 units for $2000', [], [], 0],
  ['from 1901 to 2099', [2099, 1901], [], 0],
])('reads the filings asked for: %s', (question, years, quarters, latestYears) => {
  expect(readAsked(question)).toEqual({ years, quarters, latestYears })
})
