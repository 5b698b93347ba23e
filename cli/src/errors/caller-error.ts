/** Codes of errors that occur before anything is sent. */
export type CallerErrorCode = 'USAGE' | 'NO_API_KEY' | 'QUERY_TOO_LONG'

/** An error that you can fix yourself, described in one line. Nothing was sent or charged. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly code: CallerErrorCode

  constructor(code: CallerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
