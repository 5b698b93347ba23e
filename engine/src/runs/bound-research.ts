import { budgets, type Effort } from '../budgets.ts'
import type { Research } from '../research.ts'

/** Time beyond its budget that a run gets to finish. */
const GRACE_MS = 10_000

/** The research exceeded its time budget. */
export class TimeLimitReached extends Error {
  override name = 'TimeLimitReached'
}

/**
 * Ends research when its caller has gone or its time is over, even if the work ignores the signal.
 */
export function boundResearch(
  research: Research,
  { limitMs = effortLimitMs }: { limitMs?: (effort: Effort) => number } = {},
): Research {
  return async (request, { signal, ...options }) => {
    signal?.throwIfAborted()
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new TimeLimitReached()), limitMs(request.effort))
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(either.reason)
    either.addEventListener('abort', stop)
    try {
      return await Promise.race([
        research(request, { ...options, signal: either }),
        stopped.promise,
      ])
    } catch (error) {
      // The work may fail in any way when its signal aborts; the reason is known here.
      throw either.aborted ? either.reason : error
    } finally {
      clearTimeout(timer)
      either.removeEventListener('abort', stop)
    }
  }
}

function effortLimitMs(effort: Effort): number {
  return budgets[effort].timeMs + GRACE_MS
}
