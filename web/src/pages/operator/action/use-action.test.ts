import { expect, test } from 'vitest'
import { SiteError } from '../../../api/site-error.ts'
import { leavesOpen } from './use-action.ts'

const refusal = (code: SiteError['code']) => new SiteError(code, 'no')

test.each(['UNREACHABLE', 'SERVICE_UNAVAILABLE', 'BILLING_UNAVAILABLE'] as const)(
  'treats an action as possibly done after %s',
  code => {
    expect(leavesOpen(refusal(code), { wasOpen: false })).toBe(true)
  },
)

test('treats an action as possibly done after an error of the page itself', () => {
  expect(leavesOpen(new TypeError('x'), { wasOpen: false })).toBe(true)
})

test.each(['TOO_MUCH', 'STATE_UNCHANGED'] as const)(
  'treats an action as settled after %s, even if it was open',
  code => {
    expect(leavesOpen(refusal(code), { wasOpen: false })).toBe(false)
    expect(leavesOpen(refusal(code), { wasOpen: true })).toBe(false)
  },
)

test('keeps an earlier attempt open when a later one is refused', () => {
  expect(leavesOpen(refusal('TWO_FACTOR_NEEDED'), { wasOpen: false })).toBe(false)
  expect(leavesOpen(refusal('TWO_FACTOR_NEEDED'), { wasOpen: true })).toBe(true)
})
