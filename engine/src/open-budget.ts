import type { Budget } from './budgets.ts'

/** Time for the last steps, such as rendering. */
const LAST_STEPS_MS = 250

export type OpenBudget = ReturnType<typeof openBudget>

/** The rest of a run's budget. Each step checks it before it starts; no step is stopped halfway. */
export function openBudget(limits: Budget, { signal }: { signal?: AbortSignal } = {}) {
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
  /** Returns whether there is time for more than writing. */
  const maySearch = () => isBefore(searchEndsAt)
  return {
    limits,
    maySearch,
    /** Returns whether there is time for more than the last steps, such as rendering. */
    mayWrite: () => isBefore(writingEndsAt),
    /** The times at which searching and writing must end, as `performance.now()` counts. */
    searchEndsAt,
    writingEndsAt,
    /** Counts a query; false when none is left in this round. */
    takeQuery(): boolean {
      if (!maySearch() || queriesInRound >= limits.queriesPerRound) return false
      queriesInRound++
      queries++
      return true
    },
    /** Number of documents that may still be fetched. Unused ones are returned. */
    get pagesLeft(): number {
      return Math.max(0, limits.pages - pages)
    },
    takePages(wanted: number): number {
      const count = Math.min(wanted, Math.max(0, limits.pages - pages))
      pages += count
      return count
    },
    returnPages(count: number): void {
      pages -= count
    },
    /** Counts a model's tokens; false if fewer are left beside the reserve for writing. */
    takeTokens(count: number, { isForWriting }: { readonly isForWriting: boolean }): boolean {
      const most = limits.modelTokens - (isForWriting ? 0 : limits.writingTokens)
      if (tokens + count > most) return false
      tokens += count
      return true
    },
    /** Returns tokens that a call did not use. */
    returnTokens(count: number): void {
      tokens -= count
    },
    nextRound(): boolean {
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
