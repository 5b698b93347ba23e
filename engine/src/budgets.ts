export type Effort = 'lite' | 'standard' | 'deep' | 'exhaustive' | 'frontier'

/** Limits of a run. Each is checked before the step that would exceed it. */
export interface Budget {
  readonly timeMs: number
  /** Time reserved for writing and verifying: when only this is left, searching stops. */
  readonly writingReserveMs: number
  readonly rounds: number
  /** Parts of the question. */
  readonly parts: number
  readonly queriesPerRound: number
  readonly passagesPerQuery: number
  /** Of these, how many the reading model reads for each part of the question. */
  readonly passagesRead: number
  /** Of these, how many it reads first. It reads no others if one of them answers for sure. */
  readonly passagesReadFirst: number
  readonly sentencesPerPart: number
  /** Related sentences for each part, beyond its answer. */
  readonly relatedPerPart: number
  /** External documents. */
  readonly pages: number
  /** Tokens of all prompts and replies, and how many of them are reserved for writing. */
  readonly modelTokens: number
  readonly writingTokens: number
  /** Reading prompts sent at once. */
  readonly readers: number
}

export const budgets: Readonly<Record<Effort, Budget>> = {
  lite: {
    timeMs: 20_000,
    writingReserveMs: 8_000,
    rounds: 1,
    parts: 16,
    queriesPerRound: 64,
    passagesPerQuery: 16,
    passagesRead: 12,
    passagesReadFirst: 4,
    sentencesPerPart: 2,
    relatedPerPart: 0,
    pages: 4,
    modelTokens: 24_000,
    writingTokens: 6_000,
    readers: 2,
  },
  standard: {
    timeMs: 60_000,
    writingReserveMs: 20_000,
    rounds: 1,
    parts: 12,
    queriesPerRound: 36,
    passagesPerQuery: 20,
    passagesRead: 20,
    passagesReadFirst: 20,
    sentencesPerPart: 4,
    relatedPerPart: 8,
    pages: 12,
    modelTokens: 100_000,
    writingTokens: 16_000,
    readers: 3,
  },
  deep: {
    timeMs: 120_000,
    writingReserveMs: 40_000,
    rounds: 2,
    parts: 40,
    queriesPerRound: 120,
    passagesPerQuery: 30,
    passagesRead: 40,
    passagesReadFirst: 40,
    sentencesPerPart: 5,
    relatedPerPart: 10,
    pages: 40,
    modelTokens: 400_000,
    writingTokens: 32_000,
    readers: 4,
  },
  exhaustive: {
    timeMs: 300_000,
    writingReserveMs: 80_000,
    rounds: 3,
    parts: 60,
    queriesPerRound: 240,
    passagesPerQuery: 40,
    passagesRead: 100,
    passagesReadFirst: 100,
    sentencesPerPart: 7,
    relatedPerPart: 14,
    pages: 120,
    modelTokens: 1_200_000,
    writingTokens: 48_000,
    readers: 6,
  },
  frontier: {
    timeMs: 1_800_000,
    writingReserveMs: 240_000,
    rounds: 4,
    parts: 100,
    queriesPerRound: 400,
    passagesPerQuery: 60,
    passagesRead: 200,
    passagesReadFirst: 200,
    sentencesPerPart: 9,
    relatedPerPart: 18,
    pages: 400,
    modelTokens: 5_000_000,
    writingTokens: 64_000,
    readers: 8,
  },
}
