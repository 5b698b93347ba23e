import { expect, it } from 'vitest'
import { chooseFilings, readAsked } from './choose-filings.ts'
import type { Filing } from './company-record.ts'

function filing(form: string, year: number): { readonly filing: Filing } {
  const filedOn = `${year + 1}-02-20`
  const kind = form.startsWith('10-K') ? ('annual' as const) : ('quarterly' as const)
  const part = kind === 'annual' ? ('year' as const) : ('Q3' as const)
  const period = { start: `${year}-01-01`, end: `${year}-12-31`, fiscalYear: year, part }
  const isAmendment = form.endsWith('/A')
  return { filing: { accession: filedOn, form, kind, filedOn, period, isAmendment, figures: [] } }
}

it('chooses the filings on the years and quarters asked for, then the latest, each once', () => {
  const filings = [2023, 2022, 2021, 2020, 2019, 2018].flatMap(year => [
    filing('10-K/A', year),
    filing('10-K', year),
    filing('10-Q', year),
  ])
  const chosen = chooseFilings(filings, { years: [2021], quarters: ['Q4'] })
  expect(chosen.map(one => `${one.filing.form} ${one.filing.period?.fiscalYear}`)).toEqual([
    ...['10-Q 2021', '10-K 2021', '10-K 2023', '10-Q 2023'],
    ...['10-K 2022', '10-K 2020', '10-Q 2022', '10-Q 2020'],
  ])
})

it.each([
  ['revenue in FY23 and FY 2021', [2023, 2021], []],
  ['from 2019 to 2021', [2021, 2020, 2019], []],
  ['between 2019 and 2021', [2021, 2020, 2019], []],
  ['2019 and 2021', [2021, 2019], []],
  ['the fourth quarter of fiscal 2022', [2022], ['Q4']],
  ['over the last five years', [], []],
  ['sold 2,023 units for $2000', [], []],
  ['from 1901 to 2099', [2099, 1901], []],
])('reads the filings asked for: %s', (question, years, quarters) => {
  expect(readAsked(question)).toEqual({ years, quarters })
})
