import type { Operation } from './read-question.ts'
import type { CitedValue, Scale } from './table.ts'

export interface TableAnswer {
  readonly kind: 'value' | 'values' | 'calculation' | 'count'
  /** The quoted answer; empty for a calculation, the counted items for a count. */
  readonly values: readonly CitedValue[]
  /** The result of a calculation or a count, in `scale`. */
  readonly number?: number
  readonly scale: Scale
  /** The digits after the point that `number` was rounded to, or that the first value is written with. */
  readonly decimals: number
  /** The operation on the inputs. */
  readonly calculated?: Operation
  /** A readable derivation such as `(90 − 120) / 120`. */
  readonly operation?: string
  /** Every cell that a calculation or a comparison used. */
  readonly inputs: readonly CitedValue[]
  /** The cells that singled the inputs out, if their own names do not say it. */
  readonly among?: readonly CitedValue[]
  /** The cells by which an item was chosen in a comparison. */
  readonly figures?: readonly CitedValue[]
  /** The place that states the unit of the numbers. */
  readonly unit?: CitedValue
  /** From 0 to 1. */
  readonly confidence: number
}

/** An answer that quotes the document. */
export function quoted(
  values: readonly CitedValue[],
  rest: Pick<TableAnswer, 'confidence'> &
    Partial<Pick<TableAnswer, 'scale' | 'decimals' | 'inputs' | 'figures' | 'among' | 'unit'>>,
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
