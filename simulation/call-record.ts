import type { Life } from './instance.ts'
import type { Plan } from './plan.ts'

/** The reply to a caller; undefined where the connection broke before there was a whole reply. */
export type Heard =
  | {
      readonly status: number
      readonly requestId: string | null
      // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, looked into by the checks
      readonly body: any
    }
  | undefined

export interface PollRecord {
  readonly life: Life
  readonly startedAt: number
  readonly endedAt: number
  readonly heard: Heard
}

/** One paid call as its caller saw it. Times are of the machine's clock, in milliseconds. */
export interface CallRecord extends PollRecord {
  /** Names the call, upstream too: its whole text. */
  readonly token: string
  readonly caller: string
  readonly plan: Plan
  /** Of the task that it started, in order. */
  readonly polls: PollRecord[]
}
