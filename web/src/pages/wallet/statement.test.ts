import { expect, it } from 'vitest'
import type { Movement } from './movement-words.ts'
import { movementsCsv } from './movements-csv.ts'
import { daysOfMonth, monthsSince } from './statement.ts'

const movement = (fields: Partial<Movement>): Movement => ({
  movement_id: '1',
  kind: 'charge',
  units: 0,
  balance_units: 0,
  reason: null,
  request_id: null,
  tool: 'answer',
  effort: null,
  key_name: 'production',
  payment_id: null,
  created_at: '2026-11-03T10:00:00.000Z',
  ...fields,
})
it('knows the days of a month and the months of an account', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  for (const wrong of ['2026-13', '2026', 'x', '2026-1']) expect(daysOfMonth(wrong)).toBeUndefined()
  const until = new Date('2026-11-16T00:00:00Z')
  expect(monthsSince('2026-09-30T23:00:00Z', until)).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(monthsSince('2001-01-01T00:00:00Z', until)).toHaveLength(24)
})

it('writes amounts as numbers and names as harmless text', () => {
  const [, line] = movementsCsv([
    movement({ units: -200_000, balance_units: 4_800_000, key_name: '=HYPERLINK("x")' }),
  ]).split('\r\n')
  expect(line).toBe(`1,2026-11-03T10:00:00.000Z,charge,-0.02,0.48,answer,,"'=HYPERLINK(""x"")",,,`)
})
