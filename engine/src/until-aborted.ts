/** The outcome of what goes on in any case, unless the signal is given before: then its reason. */
export async function untilAborted<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody may be there any more when it fails.
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
