import { callsCsv } from '@footnote/contract/calls-csv'
import { expect, test } from 'vitest'
import type { Call } from './call-state.ts'
import { sumCalls } from './calls-sums.tsx'
import { countDays, periodOf, rangeOf, rangeProblem, readUsageSearch } from './usage-search.ts'

const HEADER = 'request_id,created_at,tool,effort,key_name,state,cost_usd,refunded_usd'
const ID = '0198c0de-0000-7000-8000-000000000001'
const AT = '2026-07-03T12:00:00.000Z'

test('writes a header and one RFC 4180 line per call', () => {
  expect(callsCsv([])).toBe(`${HEADER}\r\n`)
  expect(callsCsv([call({}), call({ tool: 'research', effort: 'deep' })])).toBe(
    `${HEADER}\r\n${ID},${AT},answer,,CI,captured,0.02,0.00\r\n${ID},${AT},research,deep,CI,captured,0.02,0.00\r\n`,
  )
})

test.each([
  ['Ada, laptop', '"Ada, laptop"'],
  ['the "old" one', '"the ""old"" one"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Büro 🔑', 'Büro 🔑'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\tx', "'\tx"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a=b', 'a=b'],
])('writes a key named %j as %j', (key_name, field) => {
  expect(callsCsv([call({ key_name })])).toContain(`,answer,,${field},captured,`)
})

test('writes exact costs and refunds', () => {
  expect(callsCsv([call({ cost_units: 9_007_199_254_740_991 })])).toContain(
    ',captured,900719925.4740991,0.00\r\n',
  )
  expect(callsCsv([call({ state: 'refunded', cost_units: 3_000_001 })])).toContain(
    ',refunded,0.3000001,0.3000001\r\n',
  )
})

test('sums paid, pending and refunded calls separately and exactly', () => {
  const most = Number.MAX_SAFE_INTEGER
  const sums = sumCalls([
    call({ cost_units: most }),
    call({ cost_units: most }),
    call({ cost_units: most }),
    call({ state: 'held', cost_units: 1 }),
    call({ state: 'refunded', cost_units: 2 }),
  ])
  expect(sums).toEqual({
    captured: { calls: 3, units: 27021597764222973n },
    held: { calls: 1, units: 1n },
    refunded: { calls: 1, units: 2n },
  })
})

test('ignores unknown values and omits defaults in the URL', () => {
  expect(readUsageSearch({ days: 90, tool: 'research', effort: 'deep', state: 'held' })).toEqual({
    days: 90,
    tool: 'research',
    effort: 'deep',
    state: 'held',
  })
  expect(readUsageSearch({ days: 30, tool: 'x', effort: 4, state: ['held'], key: 'CI' })).toEqual(
    {},
  )
})

test('reads a range and a day from the URL, and ignores ones that cannot be shown', () => {
  const range = { from: '2026-07-01', to: '2026-07-31' }
  expect(readUsageSearch({ ...range, days: 90, day: '2026-07-04', by: 'key' })).toEqual({
    ...range,
    day: '2026-07-04',
    by: 'key',
  })
  const unreadable = { from: '2026-07-31', to: '2026-07-01', day: '2026-02-30', by: 'x' }
  expect(readUsageSearch(unreadable)).toEqual({})
  expect(rangeProblem({ from: '2026-01-01', to: '2026-12-31' })).toBeUndefined()
  expect(rangeProblem({ from: '2025-01-01', to: '2026-12-31' })).toBe('Choose at most 366 days.')
  expect(rangeProblem({ from: '', to: '2026-12-31' })).toBe('Enter two dates.')
})

test('shows the last days up to today unless a range is chosen', () => {
  const now = Date.parse('2026-03-02T23:59:59Z')
  expect(rangeOf({ days: 7 }, now)).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  expect(countDays(rangeOf({}, now))).toBe(30)
  const range = { from: '2025-12-31', to: '2026-01-01' }
  expect(rangeOf(range, now)).toEqual(range)
  expect([periodOf({}), periodOf(range), countDays(range)]).toEqual([30, 'custom', 2])
})

function call(given: Partial<Call>): Call {
  return {
    request_id: ID,
    tool: 'answer',
    effort: null,
    cost_usd: 0.02,
    cost_units: 200_000,
    state: 'captured',
    key_name: 'CI',
    created_at: AT,
    ...given,
  }
}
