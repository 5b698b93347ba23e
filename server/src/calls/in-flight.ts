import type { TimeBudget } from '../upstream/time-budget.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

export interface InFlight {
  /** Runs one piece of work with so much time for the upstream, and counts it until it has settled. */
  run<T>(limitMs: number, work: (budget: TimeBudget) => Promise<T>): Promise<T>
  /** Aborts when a shutdown has run out of patience. */
  readonly stopping: AbortSignal
  /** Lets what runs finish; what is left after that long is told to stop, and waited for. */
  drain(patienceMs: number): Promise<void>
}

/** What the process is doing for callers, so that a shutdown leaves nothing half done. */
export function createInFlight(): InFlight {
  const running = new Set<AbortController>()
  const stop = new AbortController()
  let emptied: (() => void) | undefined

  async function run<T>(limitMs: number, work: (budget: TimeBudget) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), limitMs)
    running.add(controller)
    try {
      return await work({ endsAt: performance.now() + limitMs, signal: controller.signal })
    } finally {
      clearTimeout(timer)
      running.delete(controller)
      if (running.size === 0) emptied?.()
    }
  }

  async function drain(patienceMs: number): Promise<void> {
    if (running.size === 0) return
    const empty = new Promise<void>(resolve => {
      emptied = resolve
    })
    const timer = setTimeout(() => {
      stop.abort()
      for (const controller of running) controller.abort(new UpstreamError('shutdown'))
    }, patienceMs)
    await empty
    clearTimeout(timer)
  }

  return { run, drain, stopping: stop.signal }
}
