import type { ProgressEvent, QueryEvent, SourceEvent } from './task-types.ts'
import type { Billing } from './wire.ts'

/** Event that reports that a call is charged and runs. */
export interface StartedEvent {
  readonly event: 'started'
  readonly data: {
    /** Identifier of the call. */
    readonly request_id: string
    /** Cost of the call. */
    readonly billing: Billing
  }
}

/** Last event of a call: the response that the call without a stream returns. */
export interface ResultEvent<Response> {
  readonly event: 'result'
  readonly data: Response
}

/** Event of a streamed call. Switch on `event` to narrow its `data`. */
export type CallEvent<Response> =
  | StartedEvent
  | Omit<ProgressEvent, 'id'>
  | QueryEvent
  | SourceEvent
  | ResultEvent<Response>
