import type { CitedValue, Scale } from './table.ts'

export interface TableAnswer {
  readonly kind: 'value' | 'values' | 'calculation' | 'count'
  /** What is quoted as the answer; for a calculation nothing, for a count what was counted. */
  readonly values: readonly CitedValue[]
  /** What was calculated or counted, in `scale`. */
  readonly number?: number
  readonly scale: Scale
  readonly decimals: number
  /** A readable derivation such as `(44.1 − 56.7) / 56.7`. */
  readonly operation?: string
  /** Every cell that a calculation or comparison used. */
  readonly inputs: readonly CitedValue[]
  /** How far to trust it, from 0 to 1. */
  readonly confidence: number
}
