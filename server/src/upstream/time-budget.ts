import type { CallEvent } from './call-events.ts'

/** The time that a call has: a moment on the process's monotonic clock, and the signal for it. */
export interface TimeBudget {
  readonly endsAt: number
  readonly signal: AbortSignal
}

/** A call that may have to wait, and its queue. Queues take turns, so each account has its own. */
export interface Turn extends TimeBudget {
  readonly queue: string
  /** Whether the charge that pays for the call is surely still this process's; if not, nothing is sent. */
  readonly isOurs?: () => boolean
  /** The name by which the upstream can cancel the call. */
  readonly callKey?: string
  /** Gets the steps of a call, if the upstream reports any. */
  readonly onEvent?: (event: CallEvent) => void
}
