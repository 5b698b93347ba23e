import { expect, it } from 'vitest'
import { progressText } from './progress-text.ts'

it('tells the stage with what was counted, or else the state, also one that is newer than this program', () => {
  const counts = { queries: 3 }
  expect(progressText({ status: 'running', stage: 'searching', counts })).toBe(
    'Searching: 3 queries',
  )
  expect(progressText({ status: 'queued' })).toBe('Waiting for its turn')
  expect(progressText({ status: 'rate_limited' as 'queued' })).toBe('Rate limited')
})
