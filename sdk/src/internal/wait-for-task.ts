import { errors } from '@footnote/contract/errors'
import { limits } from '@footnote/contract/limits'
import { QueryFailedRefundedError } from '../core/api-errors.ts'
import { AbortedError, TimeoutError, UnexpectedReplyError } from '../core/client-errors.ts'
import { FootnoteError } from '../core/footnote-error.ts'
import type { CallOptions } from '../core/footnote-options.ts'
import type { AnyContent } from '../core/output-schema.ts'
import type { CompletedTask, Progress } from '../core/task-types.ts'
import type { TaskResponse } from '../core/wire.ts'
import { checkTimeout } from './check-options.ts'
import type { Reply } from './exchange.ts'
import { isPassing, MOST_RETRY_AFTER_SECONDS, retryAfterOf } from './pause-before-retry.ts'
import { plainText } from './plain-text.ts'
import { retrieveTask } from './retrieve-task.ts'
import { forCall } from './send-request.ts'
import { createListener } from './task-listener.ts'
import { createNews } from './task-news.ts'
import { type Ending, withDeadline } from './timers.ts'
import type { Service } from './transport.ts'

interface Wait extends CallOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** At ten seconds apart, more than three minutes of failed polls. */
const MAX_FAILURES = 20

/**
 * Polls a task until it has ended: at intervals, and at once when an event says that it has ended. Polling
 * alone suffices if there are no events.
 */
export function waitForTask(
  client: Service,
  taskId: string,
  { timeoutMs = Number.POSITIVE_INFINITY, signal, onProgress, ...options }: Wait,
): Promise<Reply<CompletedTask<AnyContent>>> {
  const service = forCall(client, options)
  const limitMs = checkTimeout(timeoutMs)
  const fail = (ending: Ending) => waitError(taskId, ending, limitMs)
  return withDeadline({ signal, limitMs, fail }, async inner => {
    const over = new AbortController()
    const within = AbortSignal.any([inner, over.signal])
    const news = createNews(onProgress)
    const listen = createListener(service, taskId, { signal: within, news })
    try {
      for (let failures = 0; ; ) {
        const poll = await pollTask(service, taskId, { ...options, signal: within })
        failures = poll.error ? failures + 1 : 0
        if (poll.error && failures >= MAX_FAILURES) throw poll.error
        if (poll.reply) news.report({ status: poll.reply.body.status })
        news.throwIfFailed()
        if (poll.reply?.body.status === 'failed') throw failedError(poll.reply.body)
        if (isCompleted(poll.reply)) return poll.reply
        await listen(pauseMs(poll.retryAfterSeconds))
        news.throwIfFailed()
      }
    } finally {
      over.abort()
    }
  })
}

interface Poll {
  readonly reply?: Reply<TaskResponse>
  /** A failure of the poll, which says nothing about the task. */
  readonly error?: Error
  readonly retryAfterSeconds: number | undefined
}

async function pollTask(service: Service, taskId: string, options: CallOptions): Promise<Poll> {
  try {
    const reply = await retrieveTask(service, taskId, { ...options, maxRetries: 0 })
    return { reply, retryAfterSeconds: reply.retryAfterSeconds }
  } catch (error) {
    if (error instanceof FootnoteError && isPollFailure(error)) {
      return { error, retryAfterSeconds: retryAfterOf(error) }
    }
    throw error
  }
}

function isPollFailure(error: FootnoteError): boolean {
  return isPassing(error) || error instanceof UnexpectedReplyError || error instanceof TimeoutError
}

function isCompleted(
  reply: Reply<TaskResponse> | undefined,
): reply is Reply<CompletedTask<AnyContent>> {
  return reply?.body.status === 'completed' && reply.body.result !== undefined
}

/** Picks a random pause within the recommended interval, so that many waits spread out. */
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
  const advice = `It keeps running; call tasks.wait('${plainText(taskId)}') to resume.`
  const details = { money: 'not_charged', cause } as const
  if (kind !== 'timed_out')
    return new AbortedError(`The wait for the task was aborted. ${advice}`, details)
  return new TimeoutError(
    `The task did not end within ${(limitMs / 1_000).toLocaleString('en-US')} s. ${advice}`,
    details,
  )
}
