import type { TaskState, UsageCall } from './wire.ts'

/** Selects calls of the usage history. */
export interface UsageFilter {
  /** Calls made at this time or later: a timestamp, or a day (UTC) such as `2026-11-01`. */
  readonly from?: string | undefined
  /** Calls made before this timestamp, or until the end of this day (UTC). */
  readonly to?: string | undefined
  readonly tool?: UsageCall['tool'] | undefined
  /** Name of the API key, or `website`. */
  readonly key?: string | undefined
  readonly state?: UsageCall['state'] | undefined
}

/** Selects background tasks. */
export interface TaskFilter {
  readonly state?: TaskState | undefined
}
