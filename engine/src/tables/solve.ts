import { lookUp, lookUpNamed } from './look-up.ts'
import { lookUpWho } from './look-up-who.ts'
import type { Intent } from './question-intent.ts'
import type { Sheet } from './sheet.ts'
import { solveAggregate } from './solve-aggregate.ts'
import { solveChange, statedChange } from './solve-change.ts'
import { solveCount } from './solve-count.ts'
import { listItems, listPeriods } from './solve-list.ts'
import { solvePair } from './solve-pair.ts'
import { whichItem, whichPeriod } from './solve-which.ts'
import type { TableAnswer } from './table-answer.ts'

/** A number is seldom what explains something. */
const EXPLAINING_TRUST = 0.4
/** A single cell in place of the calculation that was asked for. */
const INSTEAD_TRUST = 0.5

/** What the tables alone answer. */
export function solve(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  switch (intent.operation) {
    case 'percent-change':
      return lookUpNamed(sheet, intent) ?? statedChange(sheet, intent) ?? solveChange(sheet, intent)
    case 'difference':
      return lookUpNamed(sheet, intent) ?? solveChange(sheet, intent)
    case 'ratio':
    case 'share':
      return solvePair(sheet, intent) ?? trusted(lookUp(sheet, intent), INSTEAD_TRUST)
    case 'average':
    case 'sum':
      return lookUpNamed(sheet, intent) ?? solveAggregate(sheet, intent) ?? lookUp(sheet, intent)
    case 'which-period':
      return whichPeriod(sheet, intent)
    case 'which-item':
      return whichItem(sheet, intent)
    case 'count':
      return solveCount(sheet, intent)
    case 'list-periods':
      return listPeriods(sheet)
    case 'list-items':
      return listItems(sheet, intent)
    case 'explain':
      return lookUpWho(sheet, intent) ?? trusted(lookUp(sheet, intent), EXPLAINING_TRUST)
    case 'lookup':
      return lookUp(sheet, intent)
  }
}

function trusted(answer: TableAnswer | undefined, trust: number): TableAnswer | undefined {
  return answer && { ...answer, confidence: answer.confidence * trust }
}
