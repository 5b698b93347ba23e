import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateLimiter } from '../upstream/rate-limiter.ts'
import { createPollTimer } from './poll-timer.ts'

// Uses the test's own clock, so that no time passes.
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function limited(perSecond: number) {
  const limiter = createRateLimiter()
  limiter.learn({ limit: perSecond, remaining: undefined, resetMs: undefined })
  return limiter
}

it('polls again after each pause, until it is stopped', async () => {
  const poll = vi.fn(async () => 5_000)
  const timer = createPollTimer(poll, { limiter: limited(5), queue: 'a' })
  timer.pollAfter(1_000)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(poll).toHaveBeenCalledTimes(3)
  timer.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(poll).toHaveBeenCalledTimes(3)
})

it('never polls the upstream more often than the limiter allows, however many tasks there are', async () => {
  const limiter = limited(5)
  const polls = new Map<number, number>()
  const timers = Array.from({ length: 300 }, (_, task) => {
    const poll = async () => {
      polls.set(task, (polls.get(task) ?? 0) + 1)
      return 5_000
    }
    const timer = createPollTimer(poll, { limiter, queue: `account ${task % 3}` })
    timer.pollAfter(0)
    return timer
  })
  await vi.advanceTimersByTimeAsync(120_000)
  const total = [...polls.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThan(500)
  expect(total).toBeLessThanOrEqual(605)
  // All of them have their turn.
  expect(polls.size).toBe(300)
  for (const timer of timers) timer.stop()
})

it('an urgent poll waits neither for a pause nor for the limiter', async () => {
  const limiter = limited(1)
  const poll = vi.fn(async () => 3_600_000)
  const timer = createPollTimer(poll, { limiter, queue: 'a' })
  timer.pollAfter(3_600_000)
  timer.pollNow()
  expect(poll).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(0)
  limiter.holdBackMs(3_600_000)
  timer.pollAfter(0)
  await vi.advanceTimersByTimeAsync(0)
  timer.pollNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(poll).toHaveBeenCalledTimes(2)
  timer.stop()
})

it('polls once more, not twice at once, when an urgent poll comes during another', async () => {
  const polls: PromiseWithResolvers<number>[] = []
  const poll = () => {
    const started = Promise.withResolvers<number>()
    polls.push(started)
    return started.promise
  }
  const timer = createPollTimer(poll, { limiter: limited(5), queue: 'a' })
  timer.pollNow()
  timer.pollNow()
  timer.pollNow()
  expect(polls.length).toBe(1)
  polls[0]?.resolve(5_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(polls.length).toBe(2)
  timer.stop()
  polls[1]?.resolve(5_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls.length).toBe(2)
})
