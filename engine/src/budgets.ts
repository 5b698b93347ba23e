export type Effort = 'lite' | 'standard' | 'deep' | 'exhaustive' | 'frontier'

/** What a run may use up. Each figure is checked before the step that would exceed it. */
export interface Budget {
  readonly timeMs: number
  /** Kept for writing and verifying: when only this is left, nothing more is searched. */
  readonly writingReserveMs: number
  readonly rounds: number
  /** Parts of the question that are looked into one by one. */
  readonly parts: number
  readonly queriesPerRound: number
  readonly passagesPerQuery: number
  readonly sentencesPerPart: number
  /** What else the sources say about a part, beyond its answer. */
  readonly relatedPerPart: number
  readonly sources: number
}

export const budgets: Readonly<Record<Effort, Budget>> = {
  lite: {
    timeMs: 8_000,
    writingReserveMs: 500,
    rounds: 1,
    parts: 16,
    queriesPerRound: 64,
    passagesPerQuery: 12,
    sentencesPerPart: 2,
    relatedPerPart: 0,
    sources: 3,
  },
  standard: {
    timeMs: 25_000,
    writingReserveMs: 2_000,
    rounds: 1,
    parts: 12,
    queriesPerRound: 36,
    passagesPerQuery: 20,
    sentencesPerPart: 4,
    relatedPerPart: 8,
    sources: 8,
  },
  deep: {
    timeMs: 100_000,
    writingReserveMs: 5_000,
    rounds: 2,
    parts: 40,
    queriesPerRound: 120,
    passagesPerQuery: 30,
    sentencesPerPart: 5,
    relatedPerPart: 10,
    sources: 20,
  },
  exhaustive: {
    timeMs: 280_000,
    writingReserveMs: 10_000,
    rounds: 3,
    parts: 60,
    queriesPerRound: 240,
    passagesPerQuery: 40,
    sentencesPerPart: 7,
    relatedPerPart: 14,
    sources: 40,
  },
  frontier: {
    timeMs: 1_800_000,
    writingReserveMs: 30_000,
    rounds: 4,
    parts: 100,
    queriesPerRound: 400,
    passagesPerQuery: 60,
    sentencesPerPart: 9,
    relatedPerPart: 18,
    sources: 80,
  },
}
