import { quantities } from '../../text/lex/numbers.ts'
import type { Direction } from '../statements/state-figures.ts'
import { aimsAt } from './read-aims.ts'

/** The operation on the figures. */
export type Operation =
  | { readonly kind: 'value' | 'change' | 'annual-rate' | 'sum' | 'average' }
  | { readonly kind: 'extreme'; readonly direction: Direction }

/** Returns which extreme is asked for; undefined if neither is. */
export function readDirection(text: string): Direction | undefined {
  if (aimsAt(text, 'lowest')) return 'lowest'
  return aimsAt(text, 'highest') ? 'highest' : undefined
}

export function readOperation(text: string, isSpan: boolean): Operation {
  if (aimsAt(text, 'annualRate')) return { kind: 'annual-rate' }
  if (aimsAt(text, 'change')) return { kind: 'change' }
  // The total revenue of one year is its revenue; that of several is a sum.
  if (aimsAt(text, 'sum') || (isSpan && (aimsAt(text, 'total') || aimsAt(text, 'spent'))))
    return { kind: 'sum' }
  if (aimsAt(text, 'average')) return { kind: 'average' }
  const direction = readDirection(text)
  return direction ? { kind: 'extreme', direction } : { kind: 'value' }
}

/** "How does it make money?" wants an explanation; "how does it compare?" may not. */
const HOW_DOES = /^\W*how (?:does|do|is|are)\b(?!.*\b(?:compar|financially\b))/i

export function isBeyondFigures(text: string): boolean {
  return aimsAt(text, 'beyondFigures') || HOW_DOES.test(text)
}

/** The answer that "yes" stands for: a gain, a loss, a rise, a fall, the first ahead, enough, or an amount passed. */
export type Whether = 'gain' | 'loss' | 'rise' | 'fall' | 'ahead' | 'behind' | 'enough' | Passed

interface Passed {
  readonly over: number
}

const WHETHER =
  /^\W*(?:(?:and|but|so)\s+)?(?:did|was|were|is|are|has|have|had|does|do|can)\b(?!.*\bor\b)/i

/** Reads a question that wants a yes or a no; undefined for any other. */
export function readWhether(text: string, operation: Operation): Whether | undefined {
  if (!WHETHER.test(text) && !aimsAt(text, 'whichYears')) return undefined
  if (aimsAt(text, 'enough')) return 'enough'
  // The good direction of each figure says what is better.
  if (aimsAt(text, 'pace') || aimsAt(text, 'graded')) return undefined
  const amount = quantities(text).find(one => one.unit === 'percent' || one.value > 2_100)
  if (amount && aimsAt(text, 'passed')) return { over: amount.value }
  if (amount) return undefined
  if (operation.kind === 'change') return aimsAt(text, 'fall') ? 'fall' : 'rise'
  if (operation.kind === 'extreme') {
    return (operation.direction === 'highest') === aimsAt(text, 'loss') ? 'behind' : 'ahead'
  }
  if (operation.kind !== 'value') return undefined
  return aimsAt(text, 'loss') ? 'loss' : aimsAt(text, 'gain') ? 'gain' : undefined
}
