/** Effect of a failed call on the wallet. If it is `unknown`, the usage history shows it later. */
export type Money = 'not_charged' | 'refunded' | 'unknown'

export interface ErrorEntry {
  readonly status: number
  /** One plain sentence that says what to do; the default where a place has nothing better. */
  readonly message: string
  /** When and whether money moved, for the documents. */
  readonly condition: string
  readonly retryAfterSeconds?: number
}

/** An error of the API, where every call is about money. */
interface ApiErrorEntry extends ErrorEntry {
  readonly money: Money
}

/** Every error of the wire. Status, documents, classes and messages come from this table. */
export const errors = {
  INVALID_REQUEST: {
    status: 400,
    money: 'not_charged',
    message: 'The request is invalid; correct the listed fields and send it again.',
    condition: 'Invalid parameters. No charge.',
  },
  INVALID_API_KEY: {
    status: 401,
    money: 'not_charged',
    message:
      'The API key is missing, incorrect or revoked; send a valid one as "Authorization: Bearer <API_KEY>".',
    condition: 'Key missing, incorrect or revoked.',
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    money: 'not_charged',
    message: 'The wallet balance is too low for this call; recharge the wallet and send it again.',
    condition:
      'Balance too low, or account frozen or closed. Nothing was sent upstream. No charge.',
  },
  NOT_FOUND: {
    status: 404,
    money: 'not_charged',
    message: 'There is nothing at this path; see /docs for the API.',
    condition: 'Unknown path.',
  },
  JOB_NOT_FOUND: {
    status: 404,
    money: 'not_charged',
    message: 'No task with this id belongs to your account; check the task_id.',
    condition: 'Unknown task, or a task of another account.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    money: 'not_charged',
    message: 'This path does not support the method; see the Allow header.',
    condition: 'Known path, wrong method.',
  },
  JOB_EXPIRED: {
    status: 410,
    money: 'not_charged',
    message: 'The task has expired; its result can no longer be retrieved.',
    condition: 'Task is past its expires_at.',
  },
  QUERY_TOO_LONG: {
    status: 413,
    money: 'not_charged',
    message: 'The request is too large; shorten it and send it again.',
    condition: 'Oversized query, input or body. No charge.',
  },
  RATE_LIMITED: {
    status: 429,
    money: 'not_charged',
    message:
      'Your account has reached a limit on running calls or refunds, so this call was not started or charged. Wait the number of seconds in Retry-After, then send it again.',
    condition:
      'The account has too many calls running, or too many of its calls were refunded in the past hour. No charge.',
    retryAfterSeconds: 5,
  },
  QUERY_FAILED_REFUNDED: {
    status: 502,
    money: 'refunded',
    message: 'The call failed and was refunded in full; you may send it again.',
    condition:
      'The request failed; the amount was refunded. The message says why, and whether the same request may be sent again.',
  },
  JOB_POLL_FAILED: {
    status: 503,
    money: 'not_charged',
    message: 'The task could not be checked right now; it goes on, so repeat this GET later.',
    condition: 'Temporary polling failure; retry the GET. The task is not affected.',
    retryAfterSeconds: 5,
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    money: 'not_charged',
    message: 'The service is unavailable right now and nothing was charged; try again later.',
    condition: 'Service unavailable. No charge.',
    retryAfterSeconds: 5,
  },
  BILLING_UNAVAILABLE: {
    status: 503,
    money: 'unknown',
    message:
      'Billing is unavailable right now; check the usage history before you send this call again.',
    condition:
      'Billing unavailable; whatever was debited is settled by the service itself. Check usage history before retrying a POST.',
    retryAfterSeconds: 10,
  },
} as const satisfies Record<string, ApiErrorEntry>

export type ErrorCode = keyof typeof errors

export const ERROR_CODES = Object.keys(errors) as ErrorCode[]

export function errorEntry(code: ErrorCode): ApiErrorEntry {
  return errors[code]
}
