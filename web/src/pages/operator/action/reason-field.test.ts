import { siteLimits } from '@footnote/contract/site/limits'
import { expect, test } from 'vitest'
import { readReason } from './reason-field.tsx'

test('accepts one trimmed line up to the limit', () => {
  expect(readReason('  Goodwill, ticket 4711 ')).toEqual({ reason: 'Goodwill, ticket 4711' })
  expect(readReason('   ').problem).toBe('Enter a reason.')
  expect(readReason('one\ttwo').problem).toBe('Keep the reason on one line.')
  const most = siteLimits.reasonCharacters
  expect(readReason('é'.repeat(most)).reason).toHaveLength(most)
  expect(readReason('é'.repeat(most + 1)).problem).toBe(`Use at most ${most} characters.`)
})
