const EFFORTS = ['lite', 'standard', 'deep', 'exhaustive', 'frontier'] as const

export type Effort = (typeof EFFORTS)[number]

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

/** A row for each limit, in the order of the efforts. */
const LIMITS: Readonly<Record<keyof Budget, readonly [number, number, number, number, number]>> = {
  timeMs: [20_000, 60_000, 120_000, 300_000, 1_800_000],
  writingReserveMs: [8_000, 20_000, 40_000, 80_000, 240_000],
  rounds: [1, 1, 2, 3, 4],
  parts: [16, 12, 40, 60, 100],
  queriesPerRound: [64, 36, 120, 240, 400],
  passagesPerQuery: [16, 20, 30, 40, 60],
  passagesRead: [12, 20, 40, 100, 200],
  passagesReadFirst: [4, 20, 40, 100, 200],
  sentencesPerPart: [2, 4, 5, 7, 9],
  relatedPerPart: [0, 8, 10, 14, 18],
  pages: [4, 12, 40, 120, 400],
  modelTokens: [24_000, 100_000, 400_000, 1_200_000, 5_000_000],
  writingTokens: [6_000, 16_000, 32_000, 48_000, 64_000],
  readers: [2, 3, 4, 6, 8],
}

export const budgets = Object.fromEntries(
  EFFORTS.map((effort, at) => [
    effort,
    Object.fromEntries(Object.entries(LIMITS).map(([limit, row]) => [limit, row[at]])),
  ]),
) as unknown as Readonly<Record<Effort, Budget>>
