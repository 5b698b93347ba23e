import { expect, test } from 'vitest'
import { toSiteError } from './site-error.ts'

test('keeps the code and message of a reply from Footnote', () => {
  const reply = { code: 'INSUFFICIENT_BALANCE', message: 'Recharge your wallet.' } as const
  expect(toSiteError(reply)).toMatchObject(reply)
})

test.each([
  { name: 'another code', content: { code: 'GATEWAY_TIMEOUT', message: 'No reply in time.' } },
  { name: 'no code', content: { message: 'Bad gateway' } },
  { name: 'no body', content: undefined },
])('treats a reply with $name as a proxy’s, which says nothing about the charge', ({ content }) => {
  expect(toSiteError(content as never).code).toBe('UNREACHABLE')
})
