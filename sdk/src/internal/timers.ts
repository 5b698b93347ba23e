interface Deadline {
  readonly signal?: AbortSignal | undefined
  readonly limitMs: number
  /** Creates the error to end with; `cause` is the signal's reason. */
  readonly fail: (ending: Ending) => Error
}

export interface Ending {
  readonly kind: 'never_begun' | 'aborted' | 'timed_out'
  readonly cause?: unknown
}

/** The longest delay that setTimeout accepts: 24 days. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Runs a function until it ends, the time limit passes or the signal is aborted. Leaves no timer or
 * listener behind. Runs nothing if the signal is already aborted.
 */
export async function withDeadline<Result>(
  { signal, limitMs, fail }: Deadline,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw fail({ kind: 'never_begun', cause: signal.reason })
  const inner = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => reject(inner.signal.reason), { once: true })
  })
  const onAbort = () => inner.abort(fail({ kind: 'aborted', cause: signal?.reason }))
  const onTimeout = () => inner.abort(fail({ kind: 'timed_out' }))
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(onTimeout, Math.min(limitMs, LONGEST_MS))
  try {
    return await Promise.race([ended, run(inner.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Waits; rejects with the signal's reason as soon as the signal is aborted. */
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
