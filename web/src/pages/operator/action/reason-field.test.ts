import { siteLimits } from '@footnote/contract/site/limits'
import { expect, test } from 'vitest'
import { readReason } from './reason-field.tsx'

test('a reason is one line of some length, without the spaces around it', () => {
  expect(readReason('  Goodwill, ticket 4711 ')).toEqual({ reason: 'Goodwill, ticket 4711' })
  expect(readReason('   ').problem).toBe('Say why; it is kept with the action.')
  expect(readReason('one\ttwo').problem).toBe('Write it in one line.')
  const most = siteLimits.reasonCharacters
  expect(readReason('é'.repeat(most)).reason).toHaveLength(most)
  expect(readReason('é'.repeat(most + 1)).problem).toBe(`Use at most ${most} characters.`)
})
