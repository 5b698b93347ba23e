import { rephrase } from './rephrase.ts'
import { splitAttributes } from './split-attributes.ts'

/** A question for the first ones among all that the sources know of a kind. */
export interface Superlative {
  /** What is ranked, such as "country". */
  readonly kind: string
  readonly attribute: string
  readonly direction: 'highest' | 'lowest'
  readonly count: number
}

const HIGHEST = 'largest|biggest|highest|greatest|most|longest|tallest|top'
const LOWEST = 'smallest|lowest|least|fewest|shortest'
const KIND =
  /(?:\b(\w+)\s+)?\b(countr(?:y|ies)|states?|compan(?:y|ies)|products?|cit(?:y|ies)|regions?)\b/i
const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const MOST_COUNT = 25
const DEFAULT_COUNT = 5
const WORDS_ASIDE = new RegExp(
  `\\b(?:which|what|who|has|have|had|is|are|the|with|by|terms|world|globally|worldwide|countr(?:y|ies)|states?|compan(?:y|ies)|products?|cit(?:y|ies)|regions?|${HIGHEST}|${LOWEST}|\\d+|${Object.keys(COUNTS).join('|')})\\b`,
  'gi',
)

/** Reads "Which five countries have the highest birth rate?"; undefined for other questions. */
export function readSuperlative(clause: string): Superlative | undefined {
  const extreme = new RegExp(`\\b(?:(${HIGHEST})|(${LOWEST}))\\b`, 'i').exec(clause)
  const kind = KIND.exec(clause)
  if (!extreme || !kind) return undefined
  const rest = rephrase(clause)
    .replace(WORDS_ASIDE, ' ')
    .replace(/\bin\s*(?=[?.!\s]*$)/i, ' ')
  const attribute = splitAttributes(rest.replace(/\s+/g, ' ').trim(), []).attributes[0]
  if (attribute === undefined) return undefined
  const number = kind[1]?.toLowerCase() ?? ''
  const count = COUNTS[number] ?? Number.parseInt(number, 10)
  return {
    kind: (kind[2] ?? '').toLowerCase(),
    attribute,
    direction: extreme[1] === undefined ? 'lowest' : 'highest',
    count: Number.isInteger(count) && count > 0 ? Math.min(count, MOST_COUNT) : DEFAULT_COUNT,
  }
}
