import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Metrics } from '@footnote/platform/monitoring/create-metrics'

export interface LoopGauge {
  /** How late the event loop got to work that was due lately, in milliseconds; 0 while it is idle at times. */
  readonly delayMs: () => number
  /** Counts a call that was refused because of the delay. */
  readonly countShed: () => void
  stop(): void
}

const WINDOW_MS = 250
const RESOLUTION_MS = 10
/** A loop that is idle more than this is late because the machine is busy, and refusing calls would not help. */
const MOST_IDLE = 0.1

/** Measures the event loop. The median of a short time shows overload soon, and one long pause does not move it. */
export function measureLoop(metrics: Metrics | undefined): LoopGauge {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let since = performance.eventLoopUtilization()
  let delayMs = 0
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(since)
    since = performance.eventLoopUtilization()
    const isBusy = utilization > 1 - MOST_IDLE
    delayMs = isBusy ? Math.max(delays.percentile(50) / 1e6 - RESOLUTION_MS, 0) : 0
    delays.reset()
  }, WINDOW_MS).unref()
  metrics?.gauge('footnote_loop_delay_seconds', {
    help: 'How late the event loop is while it is never idle, by which calls are refused.',
    read: () => [{ value: delayMs / 1_000 }],
  })
  const shed = metrics?.counter('footnote_shed_calls_total', {
    help: 'Calls refused because the event loop was late.',
    labels: [],
  })
  return {
    delayMs: () => delayMs,
    countShed: () => shed?.inc(),
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
