interface Deadline {
  readonly signal?: AbortSignal | undefined
  readonly limitMs: number
  /** The error to end with; `cause` is the signal's reason. */
  readonly fail: (ending: Ending) => Error
}

export interface Ending {
  readonly kind: 'never_begun' | 'aborted' | 'timed_out'
  readonly cause?: unknown
}

/** Timers cannot count further: 24 days. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Runs something until it ends, the time has passed, or the signal is aborted, whichever is first,
 * and leaves neither timer nor listener behind. With the signal already aborted nothing is run.
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
