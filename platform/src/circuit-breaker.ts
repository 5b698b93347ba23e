export interface CircuitBreaker {
  /** True while the other side counts as down. */
  readonly isOpen: boolean
  /** Whether a new call may be sent. While open, one trial call passes per pause. */
  admits(): boolean
  /** A call is being sent; while open, it is the trial of this pause. */
  sending(): void
  succeeded(): void
  /** Only for failures that say the other side is down, not for calls that it refused. */
  failed(): void
  readonly pauseMs: number
}

/** So many failures in a row, with no success between them, mean that the other side is down. */
const FAILURES_TO_OPEN = 10

/** Spares callers the wait (and the debit) while the other side is plainly down. */
export function createCircuitBreaker({
  pauseMs,
  failuresToOpen = FAILURES_TO_OPEN,
}: {
  pauseMs: number
  failuresToOpen?: number
}): CircuitBreaker {
  let failures = 0
  let nextTrialAt = 0

  return {
    pauseMs,
    get isOpen() {
      return failures >= failuresToOpen
    },
    admits() {
      return failures < failuresToOpen || performance.now() >= nextTrialAt
    },
    sending() {
      nextTrialAt = performance.now() + pauseMs
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures === failuresToOpen) nextTrialAt = performance.now() + pauseMs
    },
  }
}
