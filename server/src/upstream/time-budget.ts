/** The time that a call has: a moment on the process's monotonic clock, and the signal for it. */
export interface TimeBudget {
  readonly endsAt: number
  readonly signal: AbortSignal
}
