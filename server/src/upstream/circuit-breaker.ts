export interface CircuitBreaker {
  /** Whether a new call may be sent. While open, one trial call passes per pause. */
  admits(): boolean
  succeeded(): void
  /** Only for failures that say the upstream is down, not for calls that it refused. */
  failed(): void
  readonly pauseMs: number
}

/** So many failures in a row, with no success between them, mean that the upstream is down. */
const FAILURES_TO_OPEN = 10

/** Spares callers the debit and the wait while the upstream is plainly down. */
export function createCircuitBreaker({ pauseMs }: { pauseMs: number }): CircuitBreaker {
  let failures = 0
  let nextTrialAt = 0

  return {
    pauseMs,
    admits() {
      if (failures < FAILURES_TO_OPEN) return true
      const now = performance.now()
      if (now < nextTrialAt) return false
      nextTrialAt = now + pauseMs
      return true
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures === FAILURES_TO_OPEN) nextTrialAt = performance.now() + pauseMs
    },
  }
}
