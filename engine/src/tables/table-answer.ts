import type { CitedValue, Scale } from './table.ts'

export interface TableAnswer {
  readonly kind: 'value' | 'values' | 'calculation' | 'count'
  /** What is quoted as the answer; for a calculation nothing, for a count what was counted. */
  readonly values: readonly CitedValue[]
  /** What was calculated or counted, in `scale`. */
  readonly number?: number
  readonly scale: Scale
  /** The digits after the point that `number` was rounded to, or that the first value is written with. */
  readonly decimals: number
  /** A readable derivation such as `(90 − 120) / 120`. */
  readonly operation?: string
  /** Every cell that a calculation or a comparison used. */
  readonly inputs: readonly CitedValue[]
  /** How far to trust it, from 0 to 1. */
  readonly confidence: number
}

/** An answer that quotes what stands in the document. */
export function quoted(
  values: readonly CitedValue[],
  rest: Pick<TableAnswer, 'confidence'> &
    Partial<Pick<TableAnswer, 'scale' | 'decimals' | 'inputs'>>,
): TableAnswer {
  return {
    kind: values.length > 1 ? 'values' : 'value',
    values,
    scale: '',
    decimals: 0,
    inputs: values,
    ...rest,
  }
}
