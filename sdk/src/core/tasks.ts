import { checkContent } from '../internal/check-content.ts'
import { eachPage } from '../internal/each-page.ts'
import { readTaskEvents } from '../internal/read-task-events.ts'
import { respond } from '../internal/respond.ts'
import { retrieveTask, taskPath } from '../internal/retrieve-task.ts'
import { sendRequest } from '../internal/send-request.ts'
import { pollLimitMs } from '../internal/time-limits.ts'
import type { Service } from '../internal/transport.ts'
import { waitForTask } from '../internal/wait-for-task.ts'
import type { ApiPromise } from './api-promise.ts'
import type { CallOptions } from './footnote-options.ts'
import type { AnyContent, ContentOf, OutputSchema } from './output-schema.ts'
import type { CompletedTask, Progress, TaskEvent } from './task-types.ts'
import type { TaskFilter } from './usage-filter.ts'
import { type ListedTask, operations, type TaskResponse, type TasksResponse } from './wire.ts'

type TaskContent<Schema> = [Schema] extends [never] ? AnyContent : ContentOf<Schema>

/** Options of `tasks.retrieve`. */
export interface RetrieveOptions<Schema extends OutputSchema = OutputSchema> extends CallOptions {
  /** The schema that you submitted the task with. Types and checks the content. */
  readonly output_schema?: Schema | undefined
}

/** Options of `tasks.events`. */
export interface EventsOptions {
  /** Ends the stream with an `AbortedError`. The task keeps running. */
  readonly signal?: AbortSignal | undefined
  /** Resumes the stream after the event with this ID. */
  readonly lastEventId?: string | undefined
}

/** Options of `tasks.wait`. */
export interface WaitOptions<Schema extends OutputSchema = OutputSchema>
  extends RetrieveOptions<Schema> {
  /** Called on every change. An error it throws ends the wait, but not the task. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Background tasks: list, retrieve, watch or wait for one. These calls are free. */
export class Tasks {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the task as it is now, with its result if it is completed. */
  retrieve<const Schema extends OutputSchema = never>(
    taskId: string,
    { output_schema: schema, ...options }: RetrieveOptions<Schema> = {},
  ): ApiPromise<TaskResponse<TaskContent<Schema>>> {
    return respond(async () => {
      const reply = await retrieveTask(this.#service, taskId, options)
      const { result, ...task } = reply.body
      if (!result) return { ...reply, body: task }
      const output = await checkContent<TaskContent<Schema>>(result.output, {
        schema,
        requestId: task.task_id,
      })
      return { ...reply, body: { ...task, result: { ...result, output } } }
    })
  }

  /**
   * Cancels a task, and returns it as failed and refunded. Throws `CannotCancelError` if it could not be stopped: it
   * then keeps running and stays charged.
   */
  cancel(taskId: string, options?: CallOptions): ApiPromise<TaskResponse> {
    return respond(async () => {
      const { method, path } = operations.cancel_task
      const call = { method, path: taskPath(path, taskId), limitMs: pollLimitMs }
      return sendRequest(this.#service, call, options)
    })
  }

  /**
   * Goes through the background tasks of your account, newest first, and fetches more as you go. Their
   * reports are not included.
   */
  async *list(
    filter: TaskFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedTask, void, void> {
    const pages = eachPage<TasksResponse>(this.#service, operations.list_tasks, { filter, options })
    for await (const { tasks } of pages) yield* tasks
  }

  /** Streams states, stages, counts, searches and sources of a task until it ends; never its report. */
  events(taskId: string, options: EventsOptions = {}): AsyncGenerator<TaskEvent, void, void> {
    return readTaskEvents(this.#service, taskId, options)
  }

  /**
   * Waits for a task and returns it with its report. Throws `QueryFailedRefundedError` if the task failed
   * and was refunded. After any other error the task keeps running, and you can wait for it again.
   */
  wait<const Schema extends OutputSchema = never>(
    taskId: string,
    { output_schema: schema, ...options }: WaitOptions<Schema> = {},
  ): ApiPromise<CompletedTask<TaskContent<Schema>>> {
    return respond(async () => {
      const reply = await waitForTask(this.#service, taskId, options)
      const task = reply.body
      const output = await checkContent<TaskContent<Schema>>(task.result.output, {
        schema,
        requestId: task.task_id,
      })
      return { ...reply, body: { ...task, result: { ...task.result, output } } }
    })
  }
}
