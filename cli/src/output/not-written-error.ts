/** The result is here, but cannot be written to where it should go. */
export class NotWrittenError extends Error {
  override name = 'NotWrittenError'
  readonly code = 'NOT_WRITTEN'
  /** The text that was to be printed, or the value where JSON was. */
  readonly result: unknown

  constructor(cause: unknown, result: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the result could not be written: ${reason}`, { cause })
    this.result = result
  }
}
