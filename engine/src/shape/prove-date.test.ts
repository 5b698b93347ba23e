import { expect, it } from 'vitest'
import { proveDate } from './prove-values.ts'
import { proofOf } from './testing/ledger-entries.ts'

it.each([
  ['1825-08-06', 'Independence: 6 August 1825'],
  ['1825-08-06', 'on August 6th, 1825, it'],
  ['1825-08-06', '1825-08-06T10:00'],
  ['1825-08-06', 'am 6. August 1825', 'de'],
  ['2020-03-04', 'am 4. März 2020', 'de'],
  ['2020-03-04', 'le 4 mars 2020', 'fr'],
  ['2020-03-04', 'el 4 de marzo de 2020', 'es'],
  ['2020-03-14', 'filed 3/14/2020'],
  ['2020-03-14', 'vom 14.3.2020'],
  ['2020-03-04', '2020年3月4日'],
  ['2020-03-01T00:00:00Z', '1 March 2020'],
  ['2020-03-01T14:30:00Z', '1 March 2020, 14:30 UTC'],
  ['2020-03', 'in March 2020'],
  ['2020-03', 'on 4 March 2020'],
])('%s is in "%s"', (date, quote, language = 'en') => {
  expect(proveDate(date, 'date', proofOf(quote, { language }))).toBe(true)
})

it.each([
  ['1825-08-07', 'Independence: 6 August 1825'],
  ['1825-08-06', 'Independence: August 1825'],
  ['1825-08-06', 'Independence: 6 August'],
  ['1825-01-01', 'Independence: 1825'],
  ['2020-14-03', '14/14/2020'],
  ['2020-02-30', '30 February 2020'],
  ['2020-03-01T14:30:00Z', '1 March 2020'],
])('%s is not in "%s"', (date, quote) => {
  expect(proveDate(date, 'date', proofOf(quote))).toBe(false)
})

it('the date of the source counts where that is asked for', () => {
  const proof = proofOf('Nothing about it', { publishedOn: '2021-05-06' })
  expect(proveDate('2021-05-06', 'source publication date', proof)).toBe(true)
  expect(proveDate('2021-05-06', 'founding date', proof)).toBe(false)
})
