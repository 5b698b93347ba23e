import { type Comparison, comparisonOf } from './comparison.ts'
import { type Operation, operationOf } from './operation.ts'
import { type Period, periods } from './periods.ts'

export interface Intent {
  readonly question: string
  readonly operation: Operation
  readonly periods: readonly Period[]
  /** From the first to the last period named, with those between. */
  readonly isRange: boolean
  readonly isRespective: boolean
  readonly comparison?: Comparison
}

/** What a question wants done, read from its words alone. */
export function questionIntent(question: string): Intent {
  const named = periods(question)
  const comparison = comparisonOf(question)
  const base = {
    question,
    periods: named,
    isRange: isRange(question, named),
    isRespective: /\brespective(?:ly)?\b/i.test(question),
    ...(comparison && { comparison }),
  }
  const operation = operationOf(question, comparison)
  // Asked for each apart: nothing is to be put together.
  const isApart = base.isRespective && ['sum', 'share', 'list-items'].includes(operation)
  return { ...base, operation: isApart ? 'lookup' : operation }
}

function isRange(question: string, named: readonly Period[]): boolean {
  const [first, last] = [named[0], named.at(-1)]
  if (!first || !last || named.length !== 2) return false
  const between = question.slice(first.end, last.start)
  const before = question.slice(0, first.start)
  return (
    /^\s*(?:-|–|—|to|through|until)\s*(?:the\s+)?(?:fiscal\s+)?(?:year\s+)?$/i.test(between) ||
    (/\bbetween\s+(?:the\s+)?(?:fiscal\s+)?(?:years?\s+)?$/i.test(before) && /\bto\b/.test(between))
  )
}
