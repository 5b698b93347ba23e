import { expect, test } from 'vitest'
import { SiteError } from '../../../api/site-error.ts'
import { leavesOpen } from './leaves-open.ts'

const refusal = (code: SiteError['code']) => new SiteError(code, 'no')

test.each(['UNREACHABLE', 'SERVICE_UNAVAILABLE', 'BILLING_UNAVAILABLE'] as const)(
  'after %s the action may have happened',
  code => {
    expect(leavesOpen(refusal(code), { wasOpen: false })).toBe(true)
  },
)

test('what the page itself stumbled over says nothing about the books', () => {
  expect(leavesOpen(new TypeError('x'), { wasOpen: false })).toBe(true)
})

test.each(['TOO_MUCH', 'STATE_UNCHANGED'] as const)(
  '%s is told from the books, also for what was open',
  code => {
    expect(leavesOpen(refusal(code), { wasOpen: false })).toBe(false)
    expect(leavesOpen(refusal(code), { wasOpen: true })).toBe(false)
  },
)

test('what is refused at the door did not happen, but tells nothing of an earlier try', () => {
  expect(leavesOpen(refusal('TWO_FACTOR_NEEDED'), { wasOpen: false })).toBe(false)
  expect(leavesOpen(refusal('TWO_FACTOR_NEEDED'), { wasOpen: true })).toBe(true)
})
