export type FetchFault =
  /** No address of a page: another scheme, a name and password in it, or no URL at all. */
  | 'bad-address'
  /** An address of a network that is not open to the public, or a port that is not the web's. */
  | 'blocked-address'
  /** The caller does not want to go there. */
  | 'not-allowed'
  /** The site does not want to be visited by programs, or cannot say whether it does. */
  | 'robots'
  /** The site asked to be left alone for a while, or too many pages wait already. */
  | 'busy'
  | 'too-large'
  | 'too-slow'
  | 'unreachable'
  | 'status'
  | 'not-readable'
  | 'too-many-redirects'
  /** The caller has given up, or the fetcher is closed. */
  | 'cancelled'

interface Details extends ErrorOptions {
  readonly status?: number
  readonly retryAfterMs?: number
}

/** The message continues "the page …", and holds neither the path nor the query of its address. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly reason: FetchFault
  /** Of the reply, where there was one. */
  readonly status: number | undefined
  /** For how long the site asked to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(reason: FetchFault, message: string, details: Details = {}) {
    super(message, details)
    this.reason = reason
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
  }
}

const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const MOST_CHARACTERS = 200

/** Explains a failed fetch; an abort explains every other error. */
export function toFetchError(error: unknown, signal?: AbortSignal): FetchError {
  const cause: unknown = signal?.aborted ? signal.reason : error
  if (cause instanceof FetchError) return cause
  if (signal?.aborted) {
    return cause instanceof Error && cause.name === 'TimeoutError'
      ? new FetchError('too-slow', 'did not arrive in time', { cause })
      : new FetchError('cancelled', 'is not wanted any more', { cause })
  }
  const code = codeOf(cause)
  if (TIMEOUTS.includes(code)) {
    return new FetchError('too-slow', 'is sent by a site that has stopped to answer', { cause })
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchError('too-large', 'is announced with too many headers', { cause })
  }
  const message = (messageOf(cause) || code).slice(0, MOST_CHARACTERS)
  return new FetchError('unreachable', `cannot be fetched: ${message}`, { cause })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The deepest reason; where several addresses were tried, that of the last. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors.at(-1))
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : messageOf(error.cause)
}
