import { expect, test } from 'vitest'
import { agoText } from './ago-text.ts'

const NOW = new Date('2026-07-03T12:00:00Z')

test.each([
  ['2026-07-03T11:59:30Z', 'just now'],
  ['2026-07-03T11:59:00Z', '1 minute ago'],
  ['2026-07-03T10:01:00Z', '1 hour ago'],
  ['2026-07-03T00:00:00Z', '12 hours ago'],
  ['2026-07-01T11:00:00Z', '2 days ago'],
  ['2026-05-01T12:00:00Z', '2 months ago'],
  ['2024-07-03T12:00:00Z', '2 years ago'],
])('describes %s as %s', (at, words) => {
  expect(agoText(new Date(at), NOW)).toBe(words)
})

test('treats a time in the future as just now', () => {
  expect(agoText(new Date('2026-07-03T12:05:00Z'), NOW)).toBe('just now')
})
