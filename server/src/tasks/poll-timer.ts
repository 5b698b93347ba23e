import type { RateLimiter } from '../upstream/rate-limiter.ts'

/**
 * Schedules the polls of one task: after pauses, when the limiter allows it, and never two at once.
 */
export interface PollTimer {
  /** Sets the pause before the next poll. Once a poll is due, it sets the next pause itself. */
  pollAfter(pauseMs: number): void
  /** Polls without waiting for the limiter, or once more if a poll is running. */
  pollNow(): void
  stop(): void
}

/** The poll returns the pause after it, and never rejects. */
export function createPollTimer(
  poll: () => Promise<number>,
  { limiter, queue }: { limiter: RateLimiter; queue: string },
): PollTimer {
  let timer: NodeJS.Timeout | undefined
  /** Ends the wait for the limiter. */
  let waiting: AbortController | undefined
  let isRunning = false
  let isWanted = false
  let isStopped = false

  async function waitAndRun(): Promise<void> {
    waiting = new AbortController()
    const turn = { queue, signal: waiting.signal, endsAt: Number.POSITIVE_INFINITY }
    await limiter.takeTurn(turn).catch(() => {})
    waiting = undefined
    await run()
  }

  async function run(): Promise<void> {
    isRunning = true
    let pauseMs = 0
    do {
      isWanted = false
      if (!isStopped) pauseMs = await poll()
    } while (isWanted)
    isRunning = false
    pollAfter(pauseMs)
  }

  function pollAfter(pauseMs: number): void {
    if (isStopped || isRunning || waiting) return
    clearTimeout(timer)
    timer = setTimeout(waitAndRun, pauseMs)
  }

  return {
    pollAfter,
    pollNow() {
      if (waiting) waiting.abort()
      else if (isRunning) isWanted = true
      else {
        clearTimeout(timer)
        void run()
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      waiting?.abort()
    },
  }
}
