import type { ProgressEvent } from './task-types.ts'
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

/** Event that reports a source that the call found. */
export interface SourceEvent {
  readonly event: 'source'
  readonly data: {
    /** Address of the source. */
    readonly url: string
    /** Title of the source. */
    readonly title: string
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
  | SourceEvent
  | ResultEvent<Response>
