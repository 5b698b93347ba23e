import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('keeps its trial for a call that is really sent: whoever only asks does not use it up', () => {
  const breaker = createCircuitBreaker({ pauseMs: 5_000 })
  for (let failure = 0; failure < 10; failure += 1) breaker.failed()
  expect(breaker.admits()).toBe(false)
  vi.advanceTimersByTime(5_000)
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
  breaker.sending()
  expect(breaker.admits()).toBe(false)
  breaker.succeeded()
  expect(breaker.admits()).toBe(true)
})
