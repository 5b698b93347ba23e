import { expect, it } from 'vitest'
import { matchRobotsPattern } from './robots.ts'

it('takes at most pattern × path steps', () => {
  const path = 'a'.repeat(2_000)
  for (const pattern of [
    '*a'.repeat(50),
    `${'*a'.repeat(50)}b`,
    `*${'a'.repeat(100)}b`,
    '*'.repeat(100),
  ]) {
    const { steps } = matchRobotsPattern(pattern, path, Number.POSITIVE_INFINITY)
    expect(steps).toBeLessThanOrEqual((pattern.length + 1) * (path.length + 1))
  }
})

it('stops at the step limit', () => {
  const path = 'a'.repeat(2_000)
  expect(matchRobotsPattern(`*${'a'.repeat(100)}b`, path, 1_000)).toEqual({
    isMatch: false,
    steps: 1_000,
  })
})
