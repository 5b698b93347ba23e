/** Effect of a failed call on the wallet. If it is `unknown`, the usage history shows it later. */
export type Money = 'not_charged' | 'refunded' | 'unknown'

export interface ErrorEntry {
  readonly status: number
  /** The cause, the money and the next step. The default where a place has nothing better. */
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
    message:
      'The request is invalid, so nothing was charged. Correct the listed fields and send it again.',
    condition: 'Invalid parameters, or a tool or operation that the key may not call. No charge.',
  },
  INVALID_API_KEY: {
    status: 401,
    money: 'not_charged',
    message:
      'The API key is missing, incorrect, revoked or expired, so the request was rejected. Send a valid key as "Authorization: Bearer <API_KEY>".',
    condition: 'Key missing, incorrect, revoked or expired.',
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    money: 'not_charged',
    message:
      'Your wallet balance is too low for this call, so nothing was charged. Recharge your wallet and send it again.',
    condition:
      'Balance too low, spending cap of the key reached, or account frozen or closed. The call did not run. No charge.',
  },
  NOT_FOUND: {
    status: 404,
    money: 'not_charged',
    message:
      'This path does not exist, so nothing was charged. See /docs for the paths of the API.',
    condition: 'Unknown path, or no such webhook or delivery.',
  },
  JOB_NOT_FOUND: {
    status: 404,
    money: 'not_charged',
    message: 'Your account has no task with this ID. Check the task_id.',
    condition: 'The call or task does not exist or belongs to another account.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    money: 'not_charged',
    message:
      'This path does not support the method, so nothing was charged. Use a method from the Allow header.',
    condition: 'Known path, wrong method.',
  },
  CANNOT_CANCEL: {
    status: 409,
    money: 'not_charged',
    message:
      'The call could not be cancelled, so it keeps running and stays charged. Wait for its result.',
    condition:
      'The upstream did not confirm that it stopped, or the call has already ended. The call is not affected and stays charged.',
  },
  JOB_EXPIRED: {
    status: 410,
    money: 'not_charged',
    message:
      'The task has expired, so its result is gone; your usage history shows whether it was paid or refunded. Submit the research again if you still need it.',
    condition: 'The task is past its expires_at, or the result of the call is no longer held.',
  },
  QUERY_TOO_LONG: {
    status: 413,
    money: 'not_charged',
    message: 'The request is too large, so nothing was charged. Shorten it and send it again.',
    condition: 'Oversized query, input or body. No charge.',
  },
  RATE_LIMITED: {
    status: 429,
    money: 'not_charged',
    message:
      'Your account or key has reached a limit on calls or refunds, so this call was not started or charged. Wait the number of seconds in Retry-After, then send it again.',
    condition:
      'The account has too many calls running, too many of its calls were refunded in the past hour, the key made its calls of this minute, or a webhook has too many deliveries on their way. No charge.',
    retryAfterSeconds: 5,
  },
  QUERY_FAILED_REFUNDED: {
    status: 502,
    money: 'refunded',
    message: 'The call failed and was refunded in full. You can send it again.',
    condition:
      'The call failed and was refunded in full. The message says why, and whether you can send the same request again.',
  },
  JOB_POLL_FAILED: {
    status: 503,
    money: 'not_charged',
    message:
      'The task could not be checked right now; it keeps running and stays charged. Repeat this GET later.',
    condition: 'Temporary polling failure; retry the request. The call or task is not affected.',
    retryAfterSeconds: 5,
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    money: 'not_charged',
    message: 'The service is unavailable right now, so nothing was charged. Try again later.',
    condition: 'Service unavailable. No charge.',
    retryAfterSeconds: 5,
  },
  BILLING_UNAVAILABLE: {
    status: 503,
    money: 'unknown',
    message:
      'Billing is unavailable right now, so this call may have been charged. Check your usage history before you send it again.',
    condition:
      'Billing unavailable. If the call was debited, the service settles it. Check your usage history before you retry a POST.',
    retryAfterSeconds: 10,
  },
} as const satisfies Record<string, ApiErrorEntry>

export type ErrorCode = keyof typeof errors

export const ERROR_CODES = Object.keys(errors) as ErrorCode[]

export function errorEntry(code: ErrorCode): ApiErrorEntry {
  return errors[code]
}
