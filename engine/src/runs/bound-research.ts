import { budgets, type Effort } from '../budgets.ts'
import type { Research } from '../research.ts'
import { untilAborted } from '../until-aborted.ts'

/** Time beyond its budget that a run gets to finish. */
const GRACE_MS = 10_000

/** The research exceeded its time budget. */
export class TimeLimitReached extends Error {
  override name = 'TimeLimitReached'
}

/** Ends research when its caller has gone or its time is over, even if the work ignores the signal. */
export function boundResearch(
  research: Research,
  {
    limitMs = effort => budgets[effort].timeMs + GRACE_MS,
  }: { limitMs?: (of: Effort) => number } = {},
): Research {
  return async (request, { signal: ofCaller, ...options }) => {
    ofCaller?.throwIfAborted()
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new TimeLimitReached()), limitMs(request.effort))
    const signal = AbortSignal.any([limit.signal, ...(ofCaller ? [ofCaller] : [])])
    try {
      return await untilAborted(research(request, { ...options, signal }), signal)
    } catch (error) {
      // The work may fail in any way when its signal aborts; the reason is known here.
      throw signal.aborted ? signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }
}
