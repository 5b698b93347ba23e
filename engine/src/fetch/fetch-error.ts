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
