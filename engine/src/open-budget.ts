import type { Budget } from './budgets.ts'

/** The rest of a run's budget. Each step checks it before it starts; no step is stopped halfway. */
export interface OpenBudget {
  readonly limits: Budget
  /** Whether there is time for more than writing. */
  maySearch(): boolean
  /** Whether there is time for anything but the last steps, such as rendering. */
  mayWrite(): boolean
  /** The times at which searching and writing must end, as `performance.now()` counts. */
  readonly searchEndsAt: number
  readonly writingEndsAt: number
  /** Counts a query; false when none is left in this round. */
  takeQuery(): boolean
  /** Number of documents that may still be fetched. Unused ones are returned. */
  readonly pagesLeft: number
  takePages(wanted: number): number
  returnPages(count: number): void
  /** Counts a model's tokens; false if fewer are left beside the reserve for writing. */
  takeTokens(count: number, options: { readonly isForWriting: boolean }): boolean
  /** Returns tokens that a call did not use. */
  returnTokens(count: number): void
  nextRound(): boolean
  readonly used: { readonly rounds: number; readonly queries: number; readonly pages: number }
}

/** Time for the last steps, such as rendering. */
const LAST_STEPS_MS = 250

export function openBudget(limits: Budget, { signal }: { signal?: AbortSignal } = {}): OpenBudget {
  const startedAt = performance.now()
  const searchEndsAt = startedAt + limits.timeMs - limits.writingReserveMs
  const writingEndsAt = startedAt + limits.timeMs - LAST_STEPS_MS
  let rounds = 1
  let queries = 0
  let queriesInRound = 0
  let pages = 0
  let tokens = 0
  const isBefore = (end: number) => {
    signal?.throwIfAborted()
    return performance.now() < end
  }
  const maySearch = () => isBefore(searchEndsAt)
  return {
    limits,
    maySearch,
    mayWrite: () => isBefore(writingEndsAt),
    searchEndsAt,
    writingEndsAt,
    takeQuery() {
      if (!maySearch() || queriesInRound >= limits.queriesPerRound) return false
      queriesInRound++
      queries++
      return true
    },
    get pagesLeft() {
      return Math.max(0, limits.pages - pages)
    },
    takePages(wanted) {
      const count = Math.min(wanted, Math.max(0, limits.pages - pages))
      pages += count
      return count
    },
    returnPages(count) {
      pages -= count
    },
    takeTokens(count, { isForWriting }) {
      const most = limits.modelTokens - (isForWriting ? 0 : limits.writingTokens)
      if (tokens + count > most) return false
      tokens += count
      return true
    },
    returnTokens(count) {
      tokens -= count
    },
    nextRound() {
      if (!maySearch() || rounds >= limits.rounds) return false
      rounds++
      queriesInRound = 0
      return true
    },
    get used() {
      return { rounds, queries, pages }
    },
  }
}
