import { ratio, share } from './calculate.ts'
import { asksPercent, calculation } from './calculation.ts'
import type { Intent } from './question-intent.ts'
import type { Sheet } from './sheet.ts'
import { splitItems } from './split-items.ts'
import type { TableAnswer } from './table-answer.ts'

/** One item over another: a ratio, a proportion or a percentage. */
export function solvePair(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const items = splitItems(sheet, intent)
  if (!items) return undefined
  const calculate = asksPercent(intent) ? share : ratio
  const calculated = calculate(items.cells[0], items.cells[1])
  return calculated && calculation(intent, items, calculated)
}
