import { createFairLine } from './fair-line.ts'
import type { Turn } from './time-budget.ts'

export interface RateLimiter {
  /** Whether the upstream has stated a limit. */
  isLimited(): boolean
  /** Estimates how long a call that joins this queue now would wait. */
  expectedWaitMs(queue: string): number
  /** Waits for a turn; rejects when none can come in time, as soon as that is known. */
  takeTurn(turn: Turn): Promise<void>
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
/**
 * The longest pause: a longer request is a mistake, and must not stop everything until a restart.
 */
const LONGEST_HOLD_MS = 24 * 3_600_000

/**
 * One limiter for all calls to an upstream. It knows no limit until the upstream states one; then it
 * counts down what remains of the window and makes further calls wait for the next, in fair turns.
 */
export function createRateLimiter(): RateLimiter {
  let limit = Number.POSITIVE_INFINITY
  let remaining = Number.POSITIVE_INFINITY
  let windowEnd = 0
  const line = createFairLine()
  let isScheduled = false

  function openWindow(now: number): void {
    if (now < windowEnd) return
    remaining = limit
    windowEnd = now + WINDOW_MS
  }

  function expectedWaitMs(queue: string): number {
    const now = performance.now()
    openWindow(now)
    const place = line.ahead(queue) - remaining
    if (place < 0) return 0
    return windowEnd - now + Math.floor(place / limit) * WINDOW_MS
  }

  async function takeTurn(turn: Turn): Promise<void> {
    turn.signal.throwIfAborted()
    openWindow(performance.now())
    if (remaining > 0 && line.length === 0) {
      remaining -= 1
      return
    }
    if (isTooLate(turn))
      throw new Error('the call would reach its time limit before the next rate-limit window')
    const itsTurn = line.wait(turn, () => true)
    schedule()
    await itsTurn
  }

  function isTooLate({ endsAt }: Turn): boolean {
    return windowEnd >= endsAt
  }

  function schedule(): void {
    if (isScheduled || line.length === 0) return
    isScheduled = true
    setTimeout(serve, Math.max(windowEnd - performance.now(), 1)).unref()
  }

  function serve(): void {
    isScheduled = false
    openWindow(performance.now())
    while (remaining > 0 && line.letNext()) remaining -= 1
    line.refuse(isTooLate)
    schedule()
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
