import type { Metrics, StepMetric } from '@footnote/platform/monitoring/create-metrics'
import { ServiceError } from '../outside/service-caller.ts'
import { NoResult } from '../research.ts'
import { TimeLimitReached } from '../runs/bound-research.ts'

/** The steps of the engine that are timed. */
export const ENGINE_STEPS: Readonly<Record<string, StepMetric>> = {
  research: {
    help: 'Time of a call or a run in the engine; the outcome is ok or why there is no result.',
    labels: ['kind', 'effort'],
  },
  outside: {
    help: 'Time of a request to a search service, a site or a model.',
    labels: ['service'],
  },
}

/** Names the outcome of a failed step, from our own tables. */
export function outcomeOf(error: unknown): string {
  if (error instanceof NoResult) return error.reason
  if (error instanceof TimeLimitReached) return 'time_limit'
  if (error instanceof ServiceError) return 'service_failed'
  if (error instanceof Error && error.name === 'AbortError') return 'stopped'
  return 'fault'
}

/** Adds the engine's gauges. The function it returns reads the database for the next scrape. */
export function addEngineGauges(
  metrics: Metrics | undefined,
  {
    runs,
    callsAtOnce,
  }: {
    runs: { count(): Promise<Readonly<Record<string, number>>> }
    callsAtOnce: number
  },
): () => Promise<void> {
  if (!metrics) return async () => {}
  let counted: Readonly<Record<string, number>> = {}
  metrics.gauge('footnote_engine_slots', {
    help: 'Synchronous calls that the engine works on at once.',
    read: () => [{ value: callsAtOnce }],
  })
  metrics.gauge('footnote_engine_runs', {
    help: 'Background runs of all engines that have not ended, by state.',
    labels: ['state'],
    read: () => Object.entries(counted).map(([state, value]) => ({ labels: { state }, value })),
  })
  return async () => {
    counted = await runs.count().catch(() => ({}))
  }
}
