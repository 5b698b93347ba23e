import { type ErrorCode, type ErrorEntry, errors } from '@footnote/contract/errors'
import type { Problem } from '@footnote/contract/problem'
import type { ErrorResponse, RefundedBilling } from '@footnote/contract/responses'
import { type SiteErrorCode, siteErrors } from '@footnote/contract/site/errors'

const entries: Record<ErrorCode | SiteErrorCode, ErrorEntry> = { ...errors, ...siteErrors }

interface Details {
  /** Replaces the message of the error table. */
  readonly message?: string
  readonly errors?: readonly Problem[]
  readonly required_usd?: number
  readonly balance_usd?: number
  readonly billing?: RefundedBilling
  readonly retryAfterSeconds?: number
}

/** An error that callers see. Any other error is a fault of ours and is not shown. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | SiteErrorCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly details: Omit<Details, 'message' | 'retryAfterSeconds'>

  constructor(
    code: ErrorCode | SiteErrorCode,
    { message, retryAfterSeconds, ...details }: Details = {},
  ) {
    const entry = entries[code]
    super(message ?? entry.message)
    this.code = code
    this.status = entry.status
    this.retryAfterSeconds = retryAfterSeconds ?? entry.retryAfterSeconds
    this.details = details
  }
}

/** Builds an error body as the API documents it; the website has more codes. */
export type ErrorBody = Omit<ErrorResponse, 'code'> & {
  code: ErrorResponse['code'] | SiteErrorCode
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const { errors, ...details } = error.details
  return {
    code: error.code,
    message: error.message,
    request_id: requestId,
    ...(errors && { errors: [...errors] }),
    ...details,
  }
}
