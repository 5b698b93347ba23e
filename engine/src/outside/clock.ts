import { setTimeout as delay } from 'node:timers/promises'

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
