/** How long things are measured. */
export interface Scale {
  readonly rounds: number
  readonly warmUpMs: number
  readonly answersMs: number
  readonly debitsMs: number
  readonly latencyMs: number
  /** How many of each are open at once. */
  readonly openCalls: number
  readonly watchers: number
  readonly watchMs: number
}

export const FULL: Scale = {
  rounds: 3,
  warmUpMs: 1_000,
  answersMs: 4_000,
  debitsMs: 3_000,
  latencyMs: 5_000,
  openCalls: 2_000,
  watchers: 3_000,
  watchMs: 15_000,
}

export const QUICK: Scale = {
  rounds: 1,
  warmUpMs: 1_000,
  answersMs: 3_000,
  debitsMs: 2_000,
  latencyMs: 3_000,
  openCalls: 500,
  watchers: 1_000,
  watchMs: 5_000,
}
