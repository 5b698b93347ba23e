import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rateLimitHeaders } from './response-headers.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

describe('X-RateLimit-Reset', () => {
  it.each([
    ['seconds from now', '3', 3_000],
    ['a moment in seconds', String(now / 1_000 + 4), 4_000],
    ['a moment in milliseconds', String(now + 5_000), 5_000],
    ['a moment that is past', String(now / 1_000 - 4), 0],
    ['a word', 'soon', undefined],
    ['a negative number', '-1', undefined],
  ])('%s', (_case, header, resetMs) => {
    expect(rateLimitHeaders({ 'x-ratelimit-reset': header })).toEqual({
      limit: undefined,
      remaining: undefined,
      resetMs,
    })
  })
})

it('the limit and the remaining count are numbers, or absent', () => {
  const headers = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '9' }
  expect(rateLimitHeaders(headers)).toMatchObject({ limit: 10, remaining: 9 })
  const bad = { 'x-ratelimit-limit': ['1', '2'], 'x-ratelimit-remaining': ' ' }
  expect(rateLimitHeaders(bad)).toMatchObject({ limit: undefined, remaining: undefined })
})
