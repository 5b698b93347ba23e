import type { UpstreamReason } from '@footnote/contract/refund-causes'
import type { Stage } from '../progress.ts'
import type { ResearchResult } from '../research.ts'

/** A background run, from its submission until it is deleted. */
export interface Run {
  readonly id: string
  readonly state: RunState
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly completedAt: Date | null
  /** Present if the run is completed. */
  readonly result?: ResearchResult
  /** Message for people; present if the run failed. */
  readonly error?: string
  /** Code for the same failure, if there is one. */
  readonly reason?: UpstreamReason
}

export type RunState = 'queued' | 'running' | 'completed' | 'failed'

export interface RunEvent {
  readonly id: number
  readonly name: Stage
  readonly counts: Readonly<Record<string, number>>
}

/** Time from submission to deletion; the migrations have the same value. */
export const RUN_LIFETIME = `interval '24 hours'`

/** The name of graphile-worker's task. */
export const RUN_TASK = 'run'

export function isFinal(state: RunState): boolean {
  return state === 'completed' || state === 'failed'
}

/** Messages for failed runs. None contains anything that a caller sent. */
export const failures = {
  no_result: 'No result could be given.',
  time_limit: 'The research took longer than its effort allows; ask for less, or try again.',
  gave_up: 'The research was interrupted too often; submit it again.',
  unreadable: 'The question can no longer be read; submit it again.',
} as const

export type Failure = keyof typeof failures
