import { ApiError, RateLimitedError, ServiceUnavailableError } from '../core/api-errors.ts'
import { ConnectionError, UnexpectedReplyError } from '../core/client-errors.ts'

const FIRST_MS = 500
const LONGEST_MS = 8_000
/** Above this, the error is thrown instead of waiting. */
export const MOST_RETRY_AFTER_SECONDS = 60
const PASSING_STATUSES: readonly (number | undefined)[] = [429, 502, 503, 504]

/**
 * Returns how long to wait before a retry; undefined if the call must not be retried. A GET is free. Any
 * other call is retried only if the service said that it was not charged.
 */
export function pauseBeforeRetry(
  error: unknown,
  { method, attempt }: { method: string; attempt: number },
): number | undefined {
  const mayRepeat = method === 'GET' ? isPassing(error) : wasNotStarted(error)
  if (!mayRepeat) return undefined
  const askedSeconds = retryAfterOf(error) ?? 0
  if (askedSeconds > MOST_RETRY_AFTER_SECONDS) return undefined
  const backoffMs = Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS)
  // Jitter keeps clients that failed together from retrying together.
  const jitter = 0.5 + Math.random() / 2
  return askedSeconds * 1_000 + backoffMs * jitter
}

/** Returns whether nothing was charged and the same call may succeed after a pause. */
function wasNotStarted(error: unknown): boolean {
  return error instanceof ServiceUnavailableError || error instanceof RateLimitedError
}

export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (error instanceof ApiError || error instanceof UnexpectedReplyError) {
    return PASSING_STATUSES.includes(error.status)
  }
  return false
}

export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof ApiError || error instanceof UnexpectedReplyError
    ? error.retryAfterSeconds
    : undefined
}
