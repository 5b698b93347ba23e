import { expect, it } from 'vitest'
import { callOutcome } from './read-status.ts'

it.each([
  ['captured', 'answered'],
  ['no_source', 'no_answer'],
  ['no_source_in_controls', 'no_answer'],
  ['schema_not_met', 'no_answer'],
  ['request_refused', 'no_answer'],
  ['source_unreachable', 'failed'],
  ['time_limit', 'failed'],
  ['upstream_refused', 'failed'],
  ['upstream_timeout', 'failed'],
  ['internal_fault', 'failed'],
  ['a cause of another version', 'failed'],
])('counts %s as %s', (counted, outcome) => {
  expect(callOutcome(counted)).toBe(outcome)
})
