import type { Budget } from '../budgets.ts'

/** What is left of a run's budget. Everyone asks before starting a step; nobody is stopped inside one. */
export interface OpenBudget {
  readonly limits: Budget
  /** Whether there is time for more than writing. */
  maySearch(): boolean
  /** Counts a query; false when none is left in this round. */
  takeQuery(): boolean
  nextRound(): boolean
  readonly used: { readonly rounds: number; readonly queries: number }
}

export function openBudget(limits: Budget, { signal }: { signal?: AbortSignal } = {}): OpenBudget {
  const searchEnds = performance.now() + limits.timeMs - limits.writingReserveMs
  let rounds = 1
  let queries = 0
  let queriesInRound = 0
  const maySearch = () => {
    signal?.throwIfAborted()
    return performance.now() < searchEnds
  }
  return {
    limits,
    maySearch,
    takeQuery() {
      if (!maySearch() || queriesInRound >= limits.queriesPerRound) return false
      queriesInRound++
      queries++
      return true
    },
    nextRound() {
      if (!maySearch() || rounds >= limits.rounds) return false
      rounds++
      queriesInRound = 0
      return true
    },
    get used() {
      return { rounds, queries }
    },
  }
}
