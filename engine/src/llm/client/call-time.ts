/** The time limit of a call, which includes waiting for a slot. */
export interface CallTime {
  readonly endsAt: number
  /** Aborts with a TimeUpError, or with the caller's reason. */
  readonly signal: AbortSignal
  end(): void
}

export class TimeUpError extends Error {
  override name = 'TimeUpError'
}

/** The longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1

export function startCallTime({
  timeoutMs,
  signal,
}: {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}): CallTime {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new TimeUpError())

  // A caller whose own time is up gets what has arrived, as after a timeout of the call.
  function heedCaller(): void {
    const isTime = signal?.reason instanceof Error && signal.reason.name === 'TimeoutError'
    if (isTime) giveUp()
    else controller.abort(signal?.reason)
  }

  if (signal?.aborted) heedCaller()
  else if (timeoutMs <= 0) giveUp()
  const timer = setTimeout(giveUp, Math.min(Math.max(timeoutMs, 0), LONGEST_MS))
  signal?.addEventListener('abort', heedCaller)
  return {
    endsAt: performance.now() + timeoutMs,
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', heedCaller)
    },
  }
}
