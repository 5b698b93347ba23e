import { problemsToList } from '@footnote/contract/problem'
import { plainText } from '../internal/plain-text.ts'
import { FootnoteError, type Money } from './footnote-error.ts'
import type { ErrorBody, Problem, RefundedBilling } from './wire.ts'

/** The wire's error body; a newer service may have codes that this version does not know. */
export type ReceivedError = Omit<ErrorBody, 'code'> & { readonly code: string }

export interface ApiErrorDetails {
  readonly body: ReceivedError
  readonly money: Money
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
}

/** What the service itself said. */
export class ApiError<Code extends string = string> extends FootnoteError<Code> {
  static {
    ApiError.prototype.name = 'ApiError'
  }
  declare readonly status: number
  readonly body: ReceivedError
  /** How long the service asks to wait before the call is sent again. */
  readonly retryAfterSeconds: number | undefined

  constructor({ body, money, status, retryAfterSeconds }: ApiErrorDetails) {
    // A class stands for one code; only this base class may meet others.
    const code = body.code as Code
    super(messageOf(body), { code, money, status, requestId: body.request_id || undefined })
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class InvalidRequestError extends ApiError<'INVALID_REQUEST'> {
  static {
    InvalidRequestError.prototype.name = 'InvalidRequestError'
  }
  /** Every problem that was found, as a path into the request and what is wrong there. */
  get errors(): readonly Problem[] {
    return this.body.errors ?? []
  }
}

export class InvalidApiKeyError extends ApiError<'INVALID_API_KEY'> {
  static {
    InvalidApiKeyError.prototype.name = 'InvalidApiKeyError'
  }
}

export class InsufficientBalanceError extends ApiError<'INSUFFICIENT_BALANCE'> {
  static {
    InsufficientBalanceError.prototype.name = 'InsufficientBalanceError'
  }
  /** The price of the call. */
  get requiredUsd(): number | undefined {
    return this.body.required_usd
  }
  get balanceUsd(): number | undefined {
    return this.body.balance_usd
  }
}

export class NotFoundError extends ApiError<'NOT_FOUND'> {
  static {
    NotFoundError.prototype.name = 'NotFoundError'
  }
}

export class JobNotFoundError extends ApiError<'JOB_NOT_FOUND'> {
  static {
    JobNotFoundError.prototype.name = 'JobNotFoundError'
  }
}

export class MethodNotAllowedError extends ApiError<'METHOD_NOT_ALLOWED'> {
  static {
    MethodNotAllowedError.prototype.name = 'MethodNotAllowedError'
  }
}

export class JobExpiredError extends ApiError<'JOB_EXPIRED'> {
  static {
    JobExpiredError.prototype.name = 'JobExpiredError'
  }
}

export class QueryTooLongError extends ApiError<'QUERY_TOO_LONG'> {
  static {
    QueryTooLongError.prototype.name = 'QueryTooLongError'
  }
  /** What is too long, as a path into the request and its limit. */
  get errors(): readonly Problem[] {
    return this.body.errors ?? []
  }
}

export class RateLimitedError extends ApiError<'RATE_LIMITED'> {
  static {
    RateLimitedError.prototype.name = 'RateLimitedError'
  }
}

export class QueryFailedRefundedError extends ApiError<'QUERY_FAILED_REFUNDED'> {
  static {
    QueryFailedRefundedError.prototype.name = 'QueryFailedRefundedError'
  }
  /** What was given back; absent for a task, whose refund the usage history shows. */
  get billing(): RefundedBilling | undefined {
    return this.body.billing
  }
}

export class JobPollFailedError extends ApiError<'JOB_POLL_FAILED'> {
  static {
    JobPollFailedError.prototype.name = 'JobPollFailedError'
  }
}

export class ServiceUnavailableError extends ApiError<'SERVICE_UNAVAILABLE'> {
  static {
    ServiceUnavailableError.prototype.name = 'ServiceUnavailableError'
  }
}

export class BillingUnavailableError extends ApiError<'BILLING_UNAVAILABLE'> {
  static {
    BillingUnavailableError.prototype.name = 'BillingUnavailableError'
  }
}

/** The service's message and the problems that it does not state itself, for a stack trace. */
function messageOf({ message, errors = [] }: ReceivedError): string {
  const problems = problemsToList(message, errors).map(
    problem => `${problem.path || 'the body'} ${problem.message}`,
  )
  return plainText([message, ...problems.map(problem => `- ${problem}`)].join('\n'))
}
