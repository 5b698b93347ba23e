/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function pause(pauseMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, pauseMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
