import { type Quantity, quantities } from '../text/quantities.ts'

/** A figure that all of a kind are held against. */
export interface Threshold {
  readonly value: number
  readonly unit: Quantity['unit']
  /** As the question has it. */
  readonly text: string
}

interface Limited {
  readonly threshold: Threshold
  /** Above the figure the highest come first, below it the lowest. */
  readonly direction: 'highest' | 'lowest'
  readonly rest: string
  readonly attribute?: string
}

const ASKS_FOR_ALL = /^(?:and\s+)?(?:which|what|how many|list|name|give|show)\b/i
const BOUND =
  /\b(?:(more|greater|higher|larger|bigger|over|above|exceeding)|(less|fewer|lower|smaller|under|below))\s+(?:than\s+)?(?=[$€£¥\d.-])/i

/** What the figure counts in, where that is a measure and not what is asked for. */
const MEASURE =
  /^\s*(?:years?|hours?|days?|sq(?:uare)?\.?\s+(?:km|kilomet(?:er|re)s|mi(?:les)?)|km2?|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|m|kg|tons?|tonnes?|(?:US\s+)?dollars?|euros?|USD|EUR)\b/i

/** Reads "Which countries have more than 200 million people?"; undefined for other questions. */
export function readThreshold(clause: string): Limited | undefined {
  const bound = BOUND.exec(clause)
  if (!bound || !ASKS_FOR_ALL.test(clause)) return undefined
  const from = bound.index + bound[0].length
  const [quantity] = quantities(clause.slice(from))
  if (quantity?.start !== 0) return undefined
  const { value, unit, end } = quantity
  return {
    threshold: { value, unit, text: clause.slice(from, from + end) },
    direction: bound[1] === undefined ? 'lowest' : 'highest',
    rest: `${clause.slice(0, bound.index)} ${clause.slice(from + end).replace(MEASURE, '')}`,
  }
}
