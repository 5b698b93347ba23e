import type { Operation } from './operation.ts'
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
  /** What was done to the inputs. */
  readonly calculated?: Operation
  /** A readable derivation such as `(90 − 120) / 120`. */
  readonly operation?: string
  /** Every cell that a calculation or a comparison used. */
  readonly inputs: readonly CitedValue[]
  /** What singled the inputs out, where their own names do not say it. */
  readonly among?: readonly CitedValue[]
  /** Of what was chosen by comparing, the cells that it was chosen by. */
  readonly figures?: readonly CitedValue[]
  /** Where it is written what the numbers are counted in. */
  readonly unit?: CitedValue
  /** How far to trust it, from 0 to 1. */
  readonly confidence: number
  /** How clearly it was meant rather than something much like it; a part of the confidence in the end. */
  readonly clarity?: number
}

/** An answer that quotes what stands in the document. */
export function quoted(
  values: readonly CitedValue[],
  rest: Pick<TableAnswer, 'confidence'> &
    Partial<
      Pick<TableAnswer, 'scale' | 'decimals' | 'inputs' | 'figures' | 'among' | 'unit' | 'clarity'>
    >,
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
