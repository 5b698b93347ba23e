import { errors } from '@footnote/contract/errors'
import { limits } from '@footnote/contract/limits'
import { QueryFailedRefundedError } from '../core/api-errors.ts'
import { AbortedError, TimeoutError, UnexpectedReplyError } from '../core/client-errors.ts'
import { FootnoteError } from '../core/footnote-error.ts'
import type { AnyContent } from '../core/output-schema.ts'
import type { Service } from '../core/service.ts'
import type { Output, TaskResponse } from '../core/wire.ts'
import { isPassing, MOST_RETRY_AFTER_SECONDS, retryAfterOf } from './pause-before-retry.ts'
import { plainText } from './plain-text.ts'
import { retrieveTask } from './retrieve-task.ts'
import { checkTimeout } from './send-request.ts'
import { createListener } from './task-listener.ts'
import { createNews, type Progress } from './task-news.ts'
import { type Ending, withDeadline } from './with-deadline.ts'

export interface CompletedTask<Content = AnyContent>
  extends Omit<TaskResponse<Content>, 'status' | 'result' | 'code' | 'message'> {
  status: 'completed'
  result: { output: Output<Content> }
}

interface Wait {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Ten seconds apart, this is more than three minutes without a word of the task. */
const MOST_FAILURES = 20

/**
 * Looks at a task until it has ended: at intervals, and at once when its events say so. The events
 * are an aid; where they cannot be had, the looks alone do.
 */
export function waitForTask(
  service: Service,
  taskId: string,
  { signal, timeoutMs = Number.POSITIVE_INFINITY, onProgress }: Wait,
): Promise<CompletedTask<AnyContent>> {
  const limitMs = checkTimeout(timeoutMs)
  const fail = (ending: Ending) => waitError(taskId, ending, limitMs)
  return withDeadline({ signal, limitMs, fail }, async inner => {
    const over = new AbortController()
    const within = AbortSignal.any([inner, over.signal])
    const news = createNews(onProgress)
    const listen = createListener(service, taskId, { signal: within, news })
    try {
      for (let failures = 0; ; ) {
        const look = await lookAtTask(service, taskId, within)
        failures = look.error ? failures + 1 : 0
        if (look.error && failures >= MOST_FAILURES) throw look.error
        if (look.task) news.report({ status: look.task.status })
        news.throwIfFailed()
        if (look.task?.status === 'failed') throw failedError(look.task)
        if (isCompleted(look.task)) return look.task
        await listen(pauseMs(look.retryAfterSeconds))
        news.throwIfFailed()
      }
    } finally {
      over.abort()
    }
  })
}

interface Look {
  readonly task?: TaskResponse
  /** No news of the task: something between it and us failed. */
  readonly error?: Error
  readonly retryAfterSeconds: number | undefined
}

async function lookAtTask(service: Service, taskId: string, signal: AbortSignal): Promise<Look> {
  try {
    const once = { ...service, maxRetries: 0 }
    const { body: task, retryAfterSeconds } = await retrieveTask(once, taskId, { signal })
    return { task, retryAfterSeconds }
  } catch (error) {
    if (error instanceof FootnoteError && isNoNews(error)) {
      return { error, retryAfterSeconds: retryAfterOf(error) }
    }
    throw error
  }
}

function isNoNews(error: FootnoteError): boolean {
  return isPassing(error) || error instanceof UnexpectedReplyError || error instanceof TimeoutError
}

function isCompleted(task: TaskResponse | undefined): task is CompletedTask<AnyContent> {
  return task?.status === 'completed' && task.result !== undefined
}

/** Anywhere within the interval that the service recommends, so that many waits spread out. */
function pauseMs(retryAfterSeconds = 0): number {
  const { shortest, longest } = limits.pollSeconds
  const seconds = shortest + Math.random() * (longest - shortest)
  return Math.max(seconds, Math.min(retryAfterSeconds, MOST_RETRY_AFTER_SECONDS)) * 1_000
}

function failedError(task: TaskResponse): QueryFailedRefundedError {
  const { money, status, message: general } = errors.QUERY_FAILED_REFUNDED
  const { task_id: request_id, message = general } = task
  const body = { code: 'QUERY_FAILED_REFUNDED', message, request_id }
  return new QueryFailedRefundedError({ body, money, status })
}

function waitError(taskId: string, { kind, cause }: Ending, limitMs: number): FootnoteError {
  const advice = `The task goes on: come back with tasks.wait('${plainText(taskId)}').`
  const details = { money: 'not_charged', cause } as const
  if (kind !== 'timed_out') return new AbortedError(`The wait was aborted. ${advice}`, details)
  return new TimeoutError(`The task has not ended within ${limitMs / 1_000} s. ${advice}`, details)
}
