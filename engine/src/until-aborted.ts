/** Returns the outcome of work that goes on in any case, or rejects as soon as the signal aborts. */
export async function untilAborted<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  // The caller may have left when it fails.
  outcome.catch(() => {})
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const give = () => reject(signal.reason)
  signal.addEventListener('abort', give, { once: true })
  try {
    return await Promise.race([outcome, aborted])
  } finally {
    signal.removeEventListener('abort', give)
  }
}
