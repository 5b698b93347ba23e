import { expect, it } from 'vitest'
import { pollPauseMs } from './returned-payment.tsx'

it('polls after two seconds, then ever more slowly, and stops within three minutes', () => {
  const pauses: number[] = []
  for (let polls = 1; ; polls += 1) {
    const pause = pollPauseMs(polls)
    if (pause === false) break
    pauses.push(pause)
  }
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(pauses[0]).toBe(2_000)
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(total).toBeGreaterThan(120_000)
  expect(total).toBeLessThan(180_000)
  expect(pollPauseMs(0)).toBe(2_000)
})
