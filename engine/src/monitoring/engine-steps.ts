import type { StepMetric } from '@footnote/platform/monitoring/create-metrics'
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
