export interface CircuitBreaker {
  /** Whether a new call may be sent. While open, one trial call passes per pause. */
  admits(): boolean
  /** A call is being sent; while open, it is the trial of this pause. */
  sending(): void
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
      return failures < FAILURES_TO_OPEN || performance.now() >= nextTrialAt
    },
    sending() {
      nextTrialAt = performance.now() + pauseMs
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
