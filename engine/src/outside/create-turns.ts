import type { Clock } from './clock.ts'

export interface Turns {
  /** Waits for a turn in order; resolves to false at once if none can come in time. */
  take(options: {
    readonly notBefore: number
    readonly endsAt: number
    readonly signal: AbortSignal
  }): Promise<boolean>
}

/** Spaces calls evenly, so that a burst keeps the limit too. */
export function createTurns(callsPerSecond: number | undefined, clock: Clock): Turns {
  const spacingMs = callsPerSecond === undefined ? 0 : 1000 / callsPerSecond
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    async take({ notBefore, endsAt, signal }) {
      const now = clock.now()
      const turnAt = Math.max(now, notBefore, nextAt)
      if (turnAt >= endsAt) return false
      if (spacingMs > 0) nextAt = turnAt + spacingMs
      if (turnAt > now) await clock.sleep(turnAt - now, signal)
      return true
    },
  }
}
