/** A mistake that the operator can fix; printed on one line, with exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const FAULTS_OF_OURS = [TypeError, RangeError, ReferenceError, SyntaxError]

/**
 * Explains a failed command: one line for expected failures such as a port in use, the stack for
 * unexpected ones.
 */
export function explainError(error: unknown): string {
  // Several addresses were tried; the first error is enough.
  if (error instanceof AggregateError) return explainError(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}; stop the program that uses this port, or set PORT to another one`
  }
  if (error.message.startsWith('unsupported startup parameter')) {
    return `${error.message}: this is PgBouncer, so add pgbouncer=true to the parameters of the URL`
  }
  if (FAULTS_OF_OURS.some(kind => error instanceof kind)) return error.stack ?? error.message
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${explainError(error.cause)}`
}
