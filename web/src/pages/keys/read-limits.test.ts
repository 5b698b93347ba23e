import { expect, test } from 'vitest'
import { lastDay, NO_LIMITS, readLimits, typedLimits } from './read-limits.ts'

test('reads empty fields as no limits', () => {
  expect(readLimits(NO_LIMITS).limits).toEqual({
    day_cap_cents: null,
    month_cap_cents: null,
    tools: null,
    calls_per_minute: null,
    expires_on: null,
  })
})

test('reads back the limits that a key has', () => {
  const limits = {
    day_cap_units: 5_000_000,
    month_cap_units: 100_000_000,
    tools: ['answer' as const],
    calls_per_minute: 30,
    expires_at: '2027-02-01T00:00:00.000Z',
  }
  expect(readLimits(typedLimits({ limits })).limits).toEqual({
    day_cap_cents: 50,
    month_cap_cents: 1_000,
    tools: ['answer'],
    calls_per_minute: 30,
    expires_on: '2027-01-31',
  })
})

test('names the last day of a key that expires at midnight', () => {
  expect(lastDay('2027-01-01T00:00:00.000Z')).toBe('2026-12-31')
})

test.each([
  ['dayCap', { dayCap: 'much' }],
  ['monthCap', { monthCap: '0' }],
  ['callsPerMinute', { callsPerMinute: '1.5' }],
  ['expiresOn', { expiresOn: '2027-02-31' }],
  ['tools', { tools: [] }],
] as const)('explains a wrong %s', (name, typed) => {
  expect(readLimits({ ...NO_LIMITS, ...typed }).problems).toHaveProperty(name)
})
