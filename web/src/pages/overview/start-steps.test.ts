import { expect, test } from 'vitest'
import { isStarted, startSteps } from './start-steps.ts'

const AT = '2026-07-03T12:00:00.000Z'
const key = {
  key_id: 'k',
  name: 'CI',
  kind: 'key' as const,
  fingerprint: '0123abcd',
  limits: {
    day_cap_units: null,
    month_cap_units: null,
    tools: null,
    calls_per_minute: null,
    expires_at: null,
  },
  spent: null,
  created_at: AT,
  last_used_at: null,
  revoked_at: null,
}
const call = {
  request_id: 'r',
  tool: 'answer' as const,
  effort: null,
  cost_usd: 0.02,
  cost_units: 200_000,
  state: 'refunded' as const,
  key_name: 'CI',
  created_at: AT,
}
const empty = { balance_units: 0, held_units: 0 }

test('starts a new account with no step done', () => {
  const steps = startSteps({ keys: [], wallet: empty, calls: [] })
  expect(steps).toEqual({ hasKey: false, hasMoney: false, hasCalled: false })
  expect(isStarted(steps)).toBe(false)
})

test('completes each step on its own and ignores revoked keys', () => {
  const wallet = { balance_units: 0, held_units: 1 }
  expect(startSteps({ keys: [key], wallet: empty, calls: [] }).hasKey).toBe(true)
  expect(startSteps({ keys: [{ ...key, revoked_at: AT }], wallet, calls: [] })).toEqual({
    hasKey: false,
    hasMoney: true,
    hasCalled: false,
  })
})

test('counts an account with a call as started, even without key and money', () => {
  expect(isStarted(startSteps({ keys: [], wallet: empty, calls: [call] }))).toBe(true)
})
