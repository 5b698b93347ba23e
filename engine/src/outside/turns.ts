import { setTimeout as delay } from 'node:timers/promises'

export interface Turn {
  readonly notBefore: number
  readonly endsAt: number
  readonly signal: AbortSignal
}

/** Spaces calls evenly, so that a burst keeps the limit too. */
export function createTurns(callsPerSecond: number | undefined, clock: Clock) {
  const spacingMs = callsPerSecond === undefined ? 0 : 1000 / callsPerSecond
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    /** Waits for a turn in order; resolves to false at once if none can come in time. */
    async take({ notBefore, endsAt, signal }: Turn): Promise<boolean> {
      const now = clock.now()
      const turnAt = Math.max(now, notBefore, nextAt)
      if (turnAt >= endsAt) return false
      if (spacingMs > 0) nextAt = turnAt + spacingMs
      if (turnAt > now) await clock.sleep(turnAt - now, signal)
      return true
    },
  }
}

/** The clock for limits and pauses. */
export interface Clock {
  /** Returns monotonic milliseconds. */
  now(): number
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted()
    // The timer's own error would hide the signal's reason.
    await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
