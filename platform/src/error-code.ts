/** Returns the code of a system error. The message may quote what was sent, so it stays out. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
