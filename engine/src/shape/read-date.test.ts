import { expect, it } from 'vitest'
import { readDate } from './read-date.ts'

it.each([
  ['6 August 1825 (from Corvia)', '1825-08-06'],
  ['on the 3rd of May, 1901', '1901-05-03'],
  ['Sept. 30, 2019', '2019-09-30'],
  ['filed 2020-02-29', '2020-02-29'],
  ['31 February 2001', undefined],
  ['August 1825', undefined],
  ['1825', undefined],
])('%s holds %s', (text, expected) => expect(readDate(text)).toBe(expected))
