import type { TimeBudget } from '../upstream/time-budget.ts'

interface RunningCall {
  readonly chargeId: string
  /** Asks the upstream to stop the call; returns whether it confirms that. */
  cancel(budget: TimeBudget): Promise<boolean>
}

/** The synchronous calls that this process has debited and not yet settled. */
export interface RunningCalls {
  track<T>(call: RunningCall, work: () => Promise<T>): Promise<T>
  find(chargeId: string): (RunningCall & { readonly ended: Promise<void> }) | undefined
}

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, RunningCall & { ended: Promise<void> }>()
  return {
    async track(call, work) {
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      calls.set(call.chargeId, { ...call, ended })
      try {
        return await work()
      } finally {
        calls.delete(call.chargeId)
        resolve()
      }
    },
    find: chargeId => calls.get(chargeId),
  }
}
