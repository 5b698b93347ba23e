import { expect, it } from 'vitest'
import { parseDate } from './parse-date.ts'

it.each([
  ['2021-03-04T23:59:00-08:00', '2021-03-04'],
  ['20210304', '2021-03-04'],
  ['2021-03', '2021-03-01'],
  ['2021', '2021-01-01'],
  ['March 4, 2021', '2021-03-04'],
  ['Thu, 04 Mar 2021 10:11:12 GMT', '2021-03-04'],
  ['4th of nothing', undefined],
  ['04.03.2021', '2021-03-04'],
  ['25/12/2021', '2021-12-25'],
  ['12/25/2021', '2021-12-25'],
  ['03/04/2021', undefined],
  ['2021-02-30', undefined],
  ['31 April 2021', undefined],
  ['9999-12-31', undefined],
  ['12,345', undefined],
  ['', undefined],
])('%j is %s', (written, date) => {
  expect(parseDate(written)).toBe(date)
})
