import type { AnyContent } from './output-schema.ts'
import type { Output, TaskResponse, TaskState } from './wire.ts'

/** Latest known progress of a task. */
export interface Progress {
  /** State of the task. */
  readonly status: TaskState
  /** Name of the current stage, such as `searching`, if the service reports one. */
  readonly stage?: string
  /** Counts for the stage, such as `{ queries: 3 }`. */
  readonly counts?: Readonly<Record<string, number>>
}

/** Event that reports a new state of a task. */
export interface StateEvent {
  readonly event: 'state'
  readonly data: { readonly status: TaskState }
  /** Pass it as `lastEventId` to resume after this event. */
  readonly id?: string
}

/** Event that reports progress within a running task. */
export interface ProgressEvent {
  readonly event: 'progress'
  readonly data: {
    /** Name of the stage, such as `searching`. */
    readonly stage: string
    /** Counts for the stage, such as `{ queries: 3 }`. */
    readonly counts: Readonly<Record<string, number>>
  }
  /** Pass it as `lastEventId` to resume after this event. */
  readonly id?: string
}

/** Event that reports a source that a call or task found. */
export interface SourceEvent {
  readonly event: 'source'
  readonly data: {
    /** Address of the source. */
    readonly url: string
    /** Title of the source. */
    readonly title: string
  }
}

/** Event that reports a search that a call or task begins. */
export interface QueryEvent {
  readonly event: 'query'
  readonly data: {
    /** Text of the search. */
    readonly query: string
  }
}

/** Event of a task. Switch on `event` to narrow its `data`. */
export type TaskEvent =
  | StateEvent
  | ProgressEvent
  | ((SourceEvent | QueryEvent) & { readonly id?: never })

/** Completed task with its report. */
export interface CompletedTask<Content = AnyContent>
  extends Omit<TaskResponse<Content>, 'status' | 'result' | 'code' | 'message'> {
  status: 'completed'
  /** The report and its sources. */
  result: { output: Output<Content> }
}
