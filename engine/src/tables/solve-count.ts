import type { Intent } from './question-intent.ts'
import type { Sheet } from './sheet.ts'
import { listItems, listPeriods } from './solve-list.ts'
import { whichItem, whichPeriod } from './solve-which.ts'
import type { TableAnswer } from './table-answer.ts'

const NONE_TRUST = 0.3

/** How many items or times there are, or are above or below something. */
export function solveCount(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const counted = countedBy(sheet, intent)
  if (counted)
    return { ...counted, kind: 'count', number: counted.values.length, scale: '', decimals: 0 }
  if (intent.comparison?.threshold === undefined) return undefined
  return {
    kind: 'count',
    values: [],
    number: 0,
    scale: '',
    decimals: 0,
    inputs: [],
    confidence: NONE_TRUST,
  }
}

function countedBy(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const isOfTimes = /\bhow many (?:of the )?(?:fiscal )?(?:years|periods|quarters|months)\b/i.test(
    intent.question,
  )
  if (intent.comparison) return (isOfTimes ? whichPeriod : whichItem)(sheet, intent)
  return isOfTimes ? listPeriods(sheet) : listItems(sheet, intent)
}
