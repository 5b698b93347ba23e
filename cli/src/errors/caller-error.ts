/** What goes wrong before anything is sent: a mistake in the command, no key, a question without end. */
export type CallerErrorCode = 'USAGE' | 'NO_API_KEY' | 'QUERY_TOO_LONG'

/** Something that the caller can put right, told in one line. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly code: CallerErrorCode

  constructor(code: CallerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
