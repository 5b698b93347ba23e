import { errors } from '@footnote/contract/errors'
import {
  ApiError,
  type ApiErrorDetails,
  BillingUnavailableError,
  CannotCancelError,
  InsufficientBalanceError,
  InvalidApiKeyError,
  InvalidRequestError,
  JobExpiredError,
  JobNotFoundError,
  JobPollFailedError,
  MethodNotAllowedError,
  NotFoundError,
  QueryFailedRefundedError,
  QueryTooLongError,
  RateLimitedError,
  ServiceUnavailableError,
} from '../core/api-errors.ts'
import type { Money } from '../core/footnote-error.ts'
import type { ErrorCode } from '../core/wire.ts'

/** Error class of each code; a code without one does not compile. */
const classes: Readonly<Record<ErrorCode, new (details: ApiErrorDetails) => ApiError>> = {
  INVALID_REQUEST: InvalidRequestError,
  INVALID_API_KEY: InvalidApiKeyError,
  INSUFFICIENT_BALANCE: InsufficientBalanceError,
  NOT_FOUND: NotFoundError,
  JOB_NOT_FOUND: JobNotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  CANNOT_CANCEL: CannotCancelError,
  JOB_EXPIRED: JobExpiredError,
  QUERY_TOO_LONG: QueryTooLongError,
  RATE_LIMITED: RateLimitedError,
  QUERY_FAILED_REFUNDED: QueryFailedRefundedError,
  JOB_POLL_FAILED: JobPollFailedError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  BILLING_UNAVAILABLE: BillingUnavailableError,
}

/** Creates the error for a code; `otherwise` is its `money` if this version does not know the code. */
export function toApiError(
  details: Omit<ApiErrorDetails, 'money'>,
  { otherwise }: { otherwise: Money },
): ApiError {
  const { code } = details.body
  if (!isKnown(code)) return new ApiError({ ...details, money: otherwise })
  return new classes[code]({ ...details, money: errors[code].money })
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(classes, code)
}
