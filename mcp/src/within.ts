/** What comes of it, or undefined if the signal aborts first. The work itself goes on. */
export async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const done = new AbortController()
  const aborted = new Promise<undefined>(resolve => {
    if (signal.aborted) setImmediate(() => resolve(undefined))
    signal.addEventListener('abort', () => resolve(undefined), { signal: done.signal })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    done.abort()
  }
}
