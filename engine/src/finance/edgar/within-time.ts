/** Rejects when the time is over or the signal aborts, whatever the promise goes on to do. */
export async function withinTime<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  promise.catch(() => {})
  signal.throwIfAborted()
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([promise, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
