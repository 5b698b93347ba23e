import { setTimeout as delay } from 'node:timers/promises'
import type { TimeBudget } from './time-budget.ts'

export interface RateLimiter {
  /** Whether the upstream has stated a limit. */
  isLimited(): boolean
  /** How long a call sent now would wait, as far as is known. */
  expectedWaitMs(): number
  /** Waits for a turn; rejects when none can come in time, as soon as that is known. */
  takeTurn(budget: TimeBudget): Promise<void>
  /** Learns from what the upstream says in its headers. */
  learn(headers: RateLimitHeaders): void
  /** After a 429: nobody sends before then. */
  holdBackMs(ms: number): void
}

export interface RateLimitHeaders {
  readonly limit: number | undefined
  readonly remaining: number | undefined
  /** Until the window ends. */
  readonly resetMs: number | undefined
}

/** The upstream states its limits per second, so that is the window until it says otherwise. */
const WINDOW_MS = 1_000
/** What asks for more is a mistake, and must not stop everything until a restart. */
const LONGEST_HOLD_MS = 24 * 3_600_000

/**
 * One limiter for all calls to an upstream. It knows no limit until the upstream states one; then it
 * counts down what remains of the window and makes further calls wait for the next.
 */
export function createRateLimiter(): RateLimiter {
  let limit = Number.POSITIVE_INFINITY
  let remaining = Number.POSITIVE_INFINITY
  let windowEnd = 0
  let waiting = 0

  function openWindow(now: number): void {
    if (now < windowEnd) return
    remaining = limit
    windowEnd = now + WINDOW_MS
  }

  function expectedWaitMs(): number {
    const now = performance.now()
    openWindow(now)
    const place = waiting - remaining
    if (place < 0) return 0
    return windowEnd - now + Math.floor(place / limit) * WINDOW_MS
  }

  async function takeTurn({ endsAt, signal }: TimeBudget): Promise<void> {
    signal.throwIfAborted()
    openWindow(performance.now())
    if (remaining > 0 && waiting === 0) {
      remaining -= 1
      return
    }
    waiting += 1
    try {
      for (;;) {
        if (windowEnd >= endsAt) throw new Error('the window ends after the time of the call')
        await delay(Math.max(windowEnd - performance.now(), 1), undefined, { signal })
        openWindow(performance.now())
        if (remaining > 0) break
      }
      remaining -= 1
    } finally {
      waiting -= 1
    }
  }

  function learn(headers: RateLimitHeaders): void {
    if (headers.limit !== undefined && headers.limit > 0) limit = headers.limit
    if (headers.remaining === undefined || headers.resetMs === undefined) return
    const end = performance.now() + Math.min(headers.resetMs, LONGEST_HOLD_MS)
    // Replies arrive out of order: within a window only the smaller count is news.
    remaining =
      windowEnd > performance.now() ? Math.min(remaining, headers.remaining) : headers.remaining
    windowEnd = Math.max(windowEnd, end)
  }

  function holdBackMs(ms: number): void {
    remaining = 0
    windowEnd = Math.max(windowEnd, performance.now() + Math.min(ms, LONGEST_HOLD_MS))
  }

  return {
    isLimited: () => limit < Number.POSITIVE_INFINITY,
    expectedWaitMs,
    takeTurn,
    learn,
    holdBackMs,
  }
}
