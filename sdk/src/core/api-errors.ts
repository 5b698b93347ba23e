import { problemsToList } from '@footnote/contract/problem'
import { plainText } from '../internal/plain-text.ts'
import { FootnoteError, type Money } from './footnote-error.ts'
import type { ErrorBody, Problem, RefundedBilling } from './wire.ts'

/** Error body as received. A newer service may send codes that this version does not know. */
export type ReceivedError = Omit<ErrorBody, 'code'> & { readonly code: string }

export interface ApiErrorDetails {
  readonly body: ReceivedError
  readonly money: Money
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
}

/** Error returned by the service. Each code has its own subclass. */
export class ApiError<Code extends string = string> extends FootnoteError<Code> {
  static {
    ApiError.prototype.name = 'ApiError'
  }
  declare readonly status: number
  /** Error body as received. */
  readonly body: ReceivedError
  /** Seconds to wait before a retry, if the service asks for it. */
  readonly retryAfterSeconds: number | undefined

  constructor({ body, money, status, retryAfterSeconds }: ApiErrorDetails) {
    // Each subclass has one code; only this base class meets unknown ones.
    const code = body.code as Code
    super(messageOf(body), { code, money, status, requestId: body.request_id || undefined })
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The request is invalid; `errors` lists every problem. Nothing was charged. */
export class InvalidRequestError extends ApiError<'INVALID_REQUEST'> {
  static {
    InvalidRequestError.prototype.name = 'InvalidRequestError'
  }
  /** Every problem, with its path in the request. */
  get errors(): readonly Problem[] {
    return this.body.errors ?? []
  }
}

/** The API key is missing, unknown or revoked. */
export class InvalidApiKeyError extends ApiError<'INVALID_API_KEY'> {
  static {
    InvalidApiKeyError.prototype.name = 'InvalidApiKeyError'
  }
}

/** The balance is too low for the call. Nothing was charged. */
export class InsufficientBalanceError extends ApiError<'INSUFFICIENT_BALANCE'> {
  static {
    InsufficientBalanceError.prototype.name = 'InsufficientBalanceError'
  }
  /** Price of the call in USD. */
  get requiredUsd(): number | undefined {
    return this.body.required_usd
  }
  /** Your balance in USD. */
  get balanceUsd(): number | undefined {
    return this.body.balance_usd
  }
}

/** The service has no such path. Check `baseUrl`. */
export class NotFoundError extends ApiError<'NOT_FOUND'> {
  static {
    NotFoundError.prototype.name = 'NotFoundError'
  }
}

/** Your account has no task with this ID. */
export class JobNotFoundError extends ApiError<'JOB_NOT_FOUND'> {
  static {
    JobNotFoundError.prototype.name = 'JobNotFoundError'
  }
}

/** The path does not support this HTTP method. */
export class MethodNotAllowedError extends ApiError<'METHOD_NOT_ALLOWED'> {
  static {
    MethodNotAllowedError.prototype.name = 'MethodNotAllowedError'
  }
}

/** The call could not be cancelled: it keeps running and stays charged, or has already ended. */
export class CannotCancelError extends ApiError<'CANNOT_CANCEL'> {
  static {
    CannotCancelError.prototype.name = 'CannotCancelError'
  }
}

/** The result of the task is no longer available. Results are kept for 24 hours. */
export class JobExpiredError extends ApiError<'JOB_EXPIRED'> {
  static {
    JobExpiredError.prototype.name = 'JobExpiredError'
  }
}

/** The question or the request is too long. Nothing was charged. */
export class QueryTooLongError extends ApiError<'QUERY_TOO_LONG'> {
  static {
    QueryTooLongError.prototype.name = 'QueryTooLongError'
  }
  /** The fields that are too long, with their limits. */
  get errors(): readonly Problem[] {
    return this.body.errors ?? []
  }
}

/** Too many running calls or refunds. Nothing was charged; retry after `retryAfterSeconds`. */
export class RateLimitedError extends ApiError<'RATE_LIMITED'> {
  static {
    RateLimitedError.prototype.name = 'RateLimitedError'
  }
}

/** The call failed and was refunded in full. */
export class QueryFailedRefundedError extends ApiError<'QUERY_FAILED_REFUNDED'> {
  static {
    QueryFailedRefundedError.prototype.name = 'QueryFailedRefundedError'
  }
  /** The refund. Undefined for a task: `usage()` shows its refund. */
  get billing(): RefundedBilling | undefined {
    return this.body.billing
  }
}

/** The poll failed, which says nothing about the task: it keeps running and remains charged. */
export class JobPollFailedError extends ApiError<'JOB_POLL_FAILED'> {
  static {
    JobPollFailedError.prototype.name = 'JobPollFailedError'
  }
}

/** The service cannot take the call now. Nothing was charged. */
export class ServiceUnavailableError extends ApiError<'SERVICE_UNAVAILABLE'> {
  static {
    ServiceUnavailableError.prototype.name = 'ServiceUnavailableError'
  }
}

/** The service could not settle the call. Check `usage()` before you retry. */
export class BillingUnavailableError extends ApiError<'BILLING_UNAVAILABLE'> {
  static {
    BillingUnavailableError.prototype.name = 'BillingUnavailableError'
  }
}

/** Joins the service's message with the problems that it does not mention. */
function messageOf({ message, errors = [] }: ReceivedError): string {
  const problems = problemsToList(message, errors).map(
    problem => `${problem.path || 'the body'} ${problem.message}`,
  )
  return plainText([message, ...problems.map(problem => `- ${problem}`)].join('\n'))
}
