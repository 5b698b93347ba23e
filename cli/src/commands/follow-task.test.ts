import { expect, it } from 'vitest'
import { progressText } from './follow-task.ts'

it('shows the stage with its counts, or else the state, even one it does not know', () => {
  const counts = { queries: 3 }
  expect(progressText({ status: 'running', stage: 'searching', counts })).toBe(
    'Searching: 3 queries',
  )
  expect(progressText({ status: 'queued' })).toBe('Waiting in the queue')
  expect(progressText({ status: 'rate_limited' as 'queued' })).toBe('Rate limited')
})
