import { checkContent } from '../internal/check-content.ts'
import { readTaskEvents, type TaskEvent } from '../internal/read-task-events.ts'
import { retrieveTask } from '../internal/retrieve-task.ts'
import type { Progress } from '../internal/task-news.ts'
import { type CompletedTask, waitForTask } from '../internal/wait-for-task.ts'
import type { AnyContent, ContentOf, OutputSchema } from './output-schema.ts'
import type { CallOptions, Service } from './service.ts'
import type { TaskResponse } from './wire.ts'

type TaskContent<Schema> = [Schema] extends [never] ? AnyContent : ContentOf<Schema>

export interface RetrieveOptions<Schema extends OutputSchema = OutputSchema> extends CallOptions {
  /** The schema that the task was submitted with, to type and check its content. */
  readonly output_schema?: Schema | undefined
}

export interface EventsOptions {
  readonly signal?: AbortSignal | undefined
  /** The id of the last event that was received: the stream goes on after it. */
  readonly lastEventId?: string | undefined
}

export interface WaitOptions<Schema extends OutputSchema = OutputSchema>
  extends RetrieveOptions<Schema> {
  /** Called whenever there is news. What it throws ends the wait, but never the task. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Background tasks. All of this is free. */
export class Tasks {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** The task as it is now, with its result if it has been completed. */
  async retrieve<const Schema extends OutputSchema = never>(
    taskId: string,
    { output_schema: schema, ...options }: RetrieveOptions<Schema> = {},
  ): Promise<TaskResponse<TaskContent<Schema>>> {
    const { result, ...task } = (await retrieveTask(this.#service, taskId, options)).body
    if (!result) return task
    const output = await checkContent<TaskContent<Schema>>(result.output, {
      schema,
      requestId: task.task_id,
    })
    return { ...task, result: { ...result, output } }
  }

  /** What happens to the task until it ends: states, stages and counts, never its content. */
  events(taskId: string, options: EventsOptions = {}): AsyncGenerator<TaskEvent, void, void> {
    return readTaskEvents(this.#service, taskId, options)
  }

  /**
   * The completed task, as soon as it is. A failed one, which has been refunded, throws
   * `QueryFailedRefundedError`. Whenever this ends early, the task goes on: wait for it again.
   */
  async wait<const Schema extends OutputSchema = never>(
    taskId: string,
    { output_schema: schema, ...options }: WaitOptions<Schema> = {},
  ): Promise<CompletedTask<TaskContent<Schema>>> {
    const task = await waitForTask(this.#service, taskId, options)
    const output = await checkContent<TaskContent<Schema>>(task.result.output, {
      schema,
      requestId: task.task_id,
    })
    return { ...task, result: { ...task.result, output } }
  }
}
