/** The time that a call has: a moment on the process's monotonic clock, and the signal for it. */
export interface TimeBudget {
  readonly endsAt: number
  readonly signal: AbortSignal
}

/** A call that may have to wait, and the queue it waits in: queues take turns, so each account has one. */
export interface Turn extends TimeBudget {
  readonly queue: string
}
