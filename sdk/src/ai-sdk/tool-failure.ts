import { errors } from '@footnote/contract/errors'
import { problemsToList } from '@footnote/contract/problem'
import type { Money } from '../core/footnote-error.ts'
import type { ErrorBody, TaskResponse } from '../core/wire.ts'
import { plainText } from '../internal/plain-text.ts'

/** An error in words for a model: what is wrong, what to do, and what happened to the money. */
export interface ToolFailure {
  readonly error: string
  readonly message: string
  readonly money: Money
  readonly request_id?: string
  /** Of a task that goes on. */
  readonly task_id?: string
  readonly errors?: ErrorBody['errors']
  readonly required_usd?: number
  readonly balance_usd?: number
  readonly refunded_usd?: number
}

interface CallError extends Error {
  readonly code: string
  readonly money: Money
  readonly requestId?: string | undefined
  readonly body?: Partial<ErrorBody>
}

/** What a model is told of an error of the client; anything else is a fault and thrown on. */
export function toolFailure(error: unknown): ToolFailure {
  if (!isCallError(error)) throw error
  const { code, money, message, requestId, body = {} } = error
  const { errors = [], required_usd, balance_usd = body.billing?.balance_usd, billing } = body
  // The client's own message already lists the problems.
  const said = body.message === undefined ? message : plainText(body.message)
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

/** After these there is nothing more to come of a task. */
const GONE = ['JOB_NOT_FOUND', 'JOB_EXPIRED']

/** What hides a task that was paid for and goes on must not lose it. */
export function hiddenTaskFailure(error: unknown, taskId: string): ToolFailure {
  const { message, ...failure } = toolFailure(error)
  if (GONE.includes(failure.error)) {
    const paid = 'It was paid when it was submitted: usage tells what became of that.'
    return { ...failure, message: `${message} ${paid}`, money: 'unknown', task_id: taskId }
  }
  return {
    ...failure,
    message: `${message} The task is paid for and goes on: call wait_for_task with its task_id later.`,
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

/** By its members: the package's entries may each have their own copy of the classes. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof Error && 'code' in error && 'money' in error
}
