import type { TimeBudget } from '../upstream/time-budget.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

export interface InFlight {
  /** Runs one piece of work with so much time for the upstream, and counts it until it has settled. */
  run<T>(limitMs: number, work: (budget: TimeBudget) => Promise<T>): Promise<T>
  /**
   * Resolves when nothing runs any more; what runs longer than the patience is told to stop, and so
   * is everything that starts afterwards.
   */
  drain(patienceMs: number): Promise<void>
  /** Aborts when the patience of a shutdown has run out, or nothing is left that needs it. */
  readonly stopping: AbortSignal
}

/** What the process is doing for callers, so that a shutdown leaves nothing half done. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>()
  const stop = new AbortController()

  function run<T>(limitMs: number, work: (budget: TimeBudget) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const abort = () => controller.abort(stop.signal.reason)
    const timer = setTimeout(() => controller.abort(), limitMs)
    if (stop.signal.aborted) abort()
    else stop.signal.addEventListener('abort', abort)
    const result = work({ endsAt: performance.now() + limitMs, signal: controller.signal })
    const ended = result
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer)
        stop.signal.removeEventListener('abort', abort)
        running.delete(ended)
      })
    running.add(ended)
    return result
  }

  async function drain(patienceMs: number): Promise<void> {
    const giveUp = () => stop.abort(new UpstreamError('shutdown'))
    const timer = setTimeout(giveUp, patienceMs)
    while (running.size > 0) await Promise.all(running)
    clearTimeout(timer)
    // Whoever comes now was on the way to starting something when the shutdown began.
    giveUp()
  }

  return { run, drain, stopping: stop.signal }
}
