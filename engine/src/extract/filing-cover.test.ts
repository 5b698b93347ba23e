import { expect, it } from 'vitest'
import { filingTitle, readFilingCover, readFilingTitle } from './filing-cover.ts'

const cover = (ended: string, rest = '') =>
  `FORM 10-K\n\nFor the fiscal year ended ${ended}\n\nCommission file number: 1-3285\n\n# LARKWOOD STORES, INC.\n\n(Exact name of registrant as specified in its charter)\n\n${rest}`

it('names the company, the form and the fiscal year of a filing', () => {
  const read = readFilingCover(cover('June 30, 2020'))
  expect(read).toEqual({
    company: 'LARKWOOD STORES, INC.',
    form: '10-K',
    end: '2020-06-30',
    fiscalYear: 2020,
  })
  expect(read && readFilingTitle(filingTitle(read))?.company).toBe('LARKWOOD STORES, INC.')
})

it('counts a year to January as the text does', () => {
  const text = 'Sales in fiscal 2022 rose. In fiscal 2022 we opened stores. Fiscal 2023 is open.'
  expect(readFilingCover(cover('January 28, 2023', text))?.fiscalYear).toBe(2022)
  expect(readFilingCover(cover('January 31, 2023', 'Fiscal 2023 was good.'))?.fiscalYear).toBe(2023)
})

it('finds no cover in a text that only mentions the form', () => {
  expect(readFilingCover('A Form 10-K is an annual report to the SEC.')).toBeUndefined()
})
