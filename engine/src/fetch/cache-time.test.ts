import { expect, it } from 'vitest'
import { cacheTimeMs } from './page-cache.ts'

const QUARTER_MS = 15 * 60_000

it.each([
  ['nothing is said', {}, QUARTER_MS],
  ['a day is allowed', { 'cache-control': 'public, max-age=86400' }, QUARTER_MS],
  ['a minute is allowed', { 'cache-control': 'max-age=60' }, 60_000],
  ['those who share have another limit', { 'cache-control': 'max-age=60, s-maxage=5' }, 5_000],
  ['it is old already', { 'cache-control': 'max-age=60', age: '50' }, 10_000],
  ['it is too old', { 'cache-control': 'max-age=60', age: '90' }, 0],
  [
    'it ends at a date',
    { expires: 'Tue, 05 Feb 2019 10:01:00 GMT', date: 'Tue, 05 Feb 2019 10:00:00 GMT' },
    60_000,
  ],
  ['it has ended', { expires: '0' }, 0],
  ['Vary names headers', { vary: 'Accept-Encoding' }, QUARTER_MS],
])('when %s', (_, headers, keepMs) => {
  expect(cacheTimeMs(headers)).toBe(keepMs)
})

it.each([
  { 'cache-control': 'no-store' },
  { 'cache-control': 'max-age=600, No-Cache' },
  { 'cache-control': 'private, max-age=600' },
  { 'cache-control': 'private="x-user"' },
  { 'cache-control': 'max-age=0' },
  { pragma: 'no-cache' },
  { 'set-cookie': ['id=1'] },
  { vary: '*' },
])('nothing is kept with %j', headers => {
  expect(cacheTimeMs(headers)).toBe(0)
})
