/** The time of a call, from the moment of asking: waiting for a turn is part of it. */
export interface CallTime {
  readonly endsAt: number
  /** Aborts with a TimeUpError, or with the caller's reason. */
  readonly signal: AbortSignal
  end(): void
}

export class TimeUpError extends Error {
  override name = 'TimeUpError'
}

/** What a timer can be set to at most. */
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

  // A caller whose own time is up wants what has come, as one whose call ran out of it does.
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
