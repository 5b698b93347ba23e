import type { TimeBudget } from '../upstream/time-budget.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

export interface InFlight {
  /** How much runs now. */
  readonly count: number
  /**
   * Runs one piece of work with so much time for the upstream, and counts it until it has settled.
   */
  run<T>(limitMs: number, work: (budget: TimeBudget) => Promise<T>): Promise<T>
  /**
   * Resolves when nothing runs any more. Work that outlasts the patience is aborted, and so is
   * everything that starts afterwards.
   */
  drain(patienceMs: number): Promise<void>
  /** Aborts when the patience of a shutdown has run out, or nothing is left that needs it. */
  readonly stopping: AbortSignal
}

/**
 * Counts the work that the process does for callers, so that a shutdown leaves nothing half done.
 */
export function createInFlight(): InFlight {
  const running = new Set<AbortController>()
  const stop = new AbortController()
  let onIdle: (() => void) | undefined

  async function run<T>(limitMs: number, work: (budget: TimeBudget) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), limitMs)
    if (stop.signal.aborted) controller.abort(stop.signal.reason)
    running.add(controller)
    try {
      return await work({ endsAt: performance.now() + limitMs, signal: controller.signal })
    } finally {
      clearTimeout(timer)
      running.delete(controller)
      if (running.size === 0) onIdle?.()
    }
  }

  function giveUp(): void {
    stop.abort(new UpstreamError('shutdown'))
    for (const controller of running) controller.abort(stop.signal.reason)
  }

  async function drain(patienceMs: number): Promise<void> {
    const timer = setTimeout(giveUp, patienceMs)
    if (running.size > 0) {
      await new Promise<void>(resolve => {
        onIdle = resolve
      })
    }
    clearTimeout(timer)
    // Work that starts now was on its way when the shutdown began.
    giveUp()
  }

  return {
    get count() {
      return running.size
    },
    run,
    drain,
    stopping: stop.signal,
  }
}
