import { setTimeout as delay } from 'node:timers/promises'

/** The time that limits and pauses go by. */
export interface Clock {
  /** In milliseconds from some moment, never going back. */
  now(): number
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted()
    // The timer's own error would hide why it was ended.
    await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
