const CONNECTING: readonly unknown[] = ['connect', 'getaddrinfo']
/** Where a runtime names no system call. Certificates are checked before anything is sent. */
const CODES = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND)$|CERT|UNABLE_TO_VERIFY/

/** Whether an error proves that there was no connection, and so that nothing can have been sent. */
export function wasNeverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (CONNECTING.includes(syscall)) return true
  if (typeof code === 'string' && CODES.test(code)) return true
  // Several addresses were tried, or fetch wraps what happened below it.
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every(wasNeverConnected)
  }
  return wasNeverConnected(error.cause)
}
