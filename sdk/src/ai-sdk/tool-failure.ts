import { errors } from '@footnote/contract/errors'
import { problemsToList } from '@footnote/contract/problem'
import type { Money } from '../core/footnote-error.ts'
import type { ErrorBody, TaskResponse } from '../core/wire.ts'
import { plainText } from '../internal/plain-text.ts'

/** Error for a model: the cause, the next step, and what happened to the money. */
export interface ToolFailure {
  /** Error code. */
  readonly error: string
  /** Explanation with the next step. */
  readonly message: string
  /** Whether the call cost money. */
  readonly money: Money
  /** ID of the call in the usage history. */
  readonly request_id?: string
  /** ID of a task that keeps running. */
  readonly task_id?: string
  /** Problems in the request. */
  readonly errors?: ErrorBody['errors']
  /** Price of the call. */
  readonly required_usd?: number
  /** Your balance. */
  readonly balance_usd?: number
  /** Refunded amount. */
  readonly refunded_usd?: number
}

interface CallError extends Error {
  readonly code: string
  readonly money: Money
  readonly requestId?: string | undefined
  readonly body?: Partial<ErrorBody>
}

/** Describes a client error for a model; rethrows anything else. */
export function toolFailure(error: unknown): ToolFailure {
  if (!isCallError(error)) throw error
  const { code, money, message, requestId, body = {} } = error
  const { errors = [], required_usd, balance_usd = body.billing?.balance_usd, billing } = body
  // The client's message already lists the problems.
  const said = body.message === undefined ? forModel(message) : plainText(body.message)
  const problems = problemsToList(said, errors)
  return {
    error: code,
    message: said,
    money,
    ...(requestId !== undefined && { request_id: requestId }),
    ...(problems.length > 0 && { errors: [...problems] }),
    ...(required_usd !== undefined && { required_usd }),
    ...(balance_usd !== undefined && { balance_usd }),
    ...(billing && { refunded_usd: billing.refunded_usd }),
  }
}

/** A model has the tool usage where a program has the client. */
function forModel(message: string): string {
  return message.replace(/calls\.retrieve\('[^']*'\)/, 'usage')
}

/** Errors after which a task has nothing more to deliver. */
const GONE = ['JOB_NOT_FOUND', 'JOB_EXPIRED']

/** Describes an error while waiting for a paid task, and keeps the task's id. */
export function hiddenTaskFailure(error: unknown, taskId: string): ToolFailure {
  const { message, ...failure } = toolFailure(error)
  if (GONE.includes(failure.error)) {
    const paid = 'The task was charged when it was submitted. Call usage to see the outcome.'
    return { ...failure, message: `${message} ${paid}`, money: 'unknown', task_id: taskId }
  }
  return {
    ...failure,
    message: `${message} The task was charged and keeps running. Call wait_for_task with its task_id later.`,
    money: 'charged',
    task_id: taskId,
  }
}

export function taskFailure({ task_id, message }: TaskResponse): ToolFailure {
  const { money, message: general } = errors.QUERY_FAILED_REFUNDED
  return {
    error: 'QUERY_FAILED_REFUNDED',
    message: message ?? general,
    money,
    request_id: task_id,
  }
}

/** Checks the properties, because each entry point may bundle its own copy of the classes. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof Error && 'code' in error && 'money' in error
}
