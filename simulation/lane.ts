import type { Draw } from './draw.ts'

/** Faults of one kind of target, one after another. */
export interface Lane {
  readonly target: string
  readonly pauseMs: readonly [least: number, most: number]
  /** Draws all of a fault before it happens, so that the schedule is the seed's alone. */
  draw(draw: Draw): PlannedFault
  /** For faults that break a line which other lanes break too. */
  readonly inTurn?: InTurn
}

/** Runs what is given to it one after another. */
export type InTurn = (work: () => Promise<void>) => Promise<void>

interface PlannedFault {
  readonly kind: string
  readonly usesLine?: boolean
  /** Breaks something, and mends it again. */
  run(): Promise<unknown>
}

/** Statements whose reply is lost, by a part of their text, and how often each is drawn. */
export const STATEMENTS = { debit_charges: 3, settle_charges: 6, queue_task: 2, record_look: 1 }

export function createTurns(): InTurn {
  let last = Promise.resolve()
  return work => {
    last = last.then(work)
    return last
  }
}
