import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { retryAfterMs } from './retry-after-ms.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

describe('Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['0', 0],
    ['7', 7_000],
    ['0.5', 500],
    ['Sun, 01 Mar 2026 12:00:09 GMT', 9_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['Infinity', undefined],
  ])('%j is %j ms', (header, expected) => {
    const headers = header === undefined ? {} : { 'retry-after': header }
    expect(retryAfterMs(headers)).toBe(expected)
  })
})
