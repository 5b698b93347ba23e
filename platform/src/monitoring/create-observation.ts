import type { Observation, Step } from '../observation.ts'
import { UNOBSERVED } from '../observation.ts'
import type { Tracing } from './open-tracing.ts'

/** Notes the duration of each ended step. */
export type NoteStep = (step: Step, end: { outcome: string; seconds: number }) => void

/** Watches steps for metrics, for traces, for both, or for neither. */
export function createObservation({
  note,
  tracing,
  outcomeOf,
}: {
  note?: NoteStep | undefined
  tracing?: Tracing | undefined
  /** Names the outcome of a failed step, from a fixed set. */
  outcomeOf: (error: unknown) => string
}): Observation {
  if (!note && !tracing) return UNOBSERVED

  const begin: Observation['begin'] = step => {
    const startedAt = performance.now()
    const span = tracing?.begin(step)
    let hasEnded = false
    return {
      run: work => (span ? span.run(work) : work()),
      end(outcome) {
        if (hasEnded) return
        hasEnded = true
        note?.(step, { outcome, seconds: (performance.now() - startedAt) / 1_000 })
        span?.end(outcome)
      },
    }
  }

  return {
    begin,
    async step(step, work) {
      const running = begin(step)
      try {
        const result = await running.run(work)
        running.end('ok')
        return result
      } catch (error) {
        running.end(outcomeOf(error))
        throw error
      }
    },
    headers: () => tracing?.headers() ?? {},
    within: (traceparent, work) => (tracing ? tracing.within(traceparent, work) : work()),
  }
}
