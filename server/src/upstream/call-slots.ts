import { createFairLine } from './fair-line.ts'
import type { Turn } from './time-budget.ts'

/** Runs as many calls at once as the engine does; others wait here, where queues take turns. */
export interface CallSlots {
  /** Estimates how long a call in this queue would wait, from recent call durations. */
  expectedWaitMs(queue: string): number
  /** Does the work once a slot is free; rejects with the signal's reason if none is free in time. */
  run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>
  /** Sets how many calls the engine works on at once. */
  setAtOnce(calls: number): void
}

/** Assumed call duration until calls have been measured. */
const FIRST_GUESS_MS = 1_000
/** The weight of the latest call in the average. */
const LATEST = 0.2

export function createCallSlots({ atOnce }: { atOnce: number }): CallSlots {
  const line = createFairLine()
  let slots = atOnce
  let taken = 0
  let usualMs = FIRST_GUESS_MS

  function fill(): void {
    while (taken < slots && line.letNext()) taken += 1
  }

  return {
    expectedWaitMs(queue) {
      return taken < slots ? 0 : ((line.ahead(queue) + 1) * usualMs) / slots
    },
    async run(turn, work) {
      turn.signal.throwIfAborted()
      if (taken < slots) taken += 1
      else await line.wait(turn)
      const startedAt = performance.now()
      try {
        const result = await work()
        // A call that fails at once says nothing about how long others take.
        usualMs += (performance.now() - startedAt - usualMs) * LATEST
        return result
      } finally {
        taken -= 1
        fill()
      }
    },
    setAtOnce(calls) {
      slots = calls
      fill()
    },
  }
}
