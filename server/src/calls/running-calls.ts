import { limits } from '@footnote/contract/limits'
import type { Billing } from '@footnote/contract/responses'
import type { CallEvent } from '../upstream/call-events.ts'
import type { TimeBudget } from '../upstream/time-budget.ts'

interface TrackedCall {
  readonly chargeId: string
  readonly requestId: string
  readonly billing: Billing
  /** Asks the upstream to stop the call; returns whether it confirms that. */
  cancel(budget: TimeBudget): Promise<boolean>
}

export interface RunningCall extends TrackedCall {
  /** Resolves when the call is over; the error is the one that a waiting caller gets. */
  readonly ended: Promise<{ readonly error?: unknown }>
  /** Adds a step for those who follow the call; beyond the limit, steps are dropped. */
  note(event: CallEvent): void
  /** The steps after this many, as they come, until the call ends or nobody follows any more. */
  follow(after: number, signal: AbortSignal): AsyncGenerator<{ number: number; step: CallEvent }>
}

/** The synchronous calls that this process has debited and not yet settled. */
export interface RunningCalls {
  track<T>(call: TrackedCall, work: (running: RunningCall) => Promise<T>): Promise<T>
  find(chargeId: string): RunningCall | undefined
}

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, RunningCall>()
  return {
    async track(call, work) {
      const { promise: ended, resolve } = Promise.withResolvers<{ error?: unknown }>()
      const steps = createSteps()
      const running = { ...call, ended, note: steps.note, follow: steps.follow }
      calls.set(call.chargeId, running)
      let end: { error?: unknown } = {}
      try {
        return await work(running)
      } catch (error) {
        end = { error }
        throw error
      } finally {
        calls.delete(call.chargeId)
        resolve(end)
        steps.end()
      }
    },
    find: chargeId => calls.get(chargeId),
  }
}

/** Steps of one call, in memory for as long as it runs. Followers read them at their own pace. */
function createSteps(): Pick<RunningCall, 'note' | 'follow'> & { end(): void } {
  const steps: CallEvent[] = []
  let hasEnded = false
  let news = Promise.withResolvers<void>()

  function wake(): void {
    news.resolve()
    news = Promise.withResolvers<void>()
  }

  return {
    note(event) {
      if (steps.length >= limits.streamedEvents) return
      steps.push(event)
      wake()
    },
    async *follow(after, signal) {
      signal.addEventListener('abort', wake)
      try {
        let number = after
        while (!signal.aborted) {
          const step = steps[number]
          if (step) {
            number += 1
            yield { number, step }
          } else if (hasEnded) return
          else await news.promise
        }
      } finally {
        signal.removeEventListener('abort', wake)
      }
    },
    end() {
      hasEnded = true
      wake()
    },
  }
}
