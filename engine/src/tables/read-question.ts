import lists from '../../data/word-lists.json' with { type: 'json' }
import { quantities } from '../text/lex/numbers.ts'
import { words } from '../text/words.ts'
import { type Period, periods } from './labels.ts'

export type Operation =
  | 'lookup'
  | 'difference'
  | 'percent-change'
  | 'ratio'
  | 'share'
  | 'average'
  | 'sum'
  | 'count'
  | 'which-period'
  | 'which-item'
  | 'list-periods'
  | 'list-items'
  | 'explain'

export interface TableQuestion {
  readonly text: string
  readonly operation: Operation
  readonly periods: readonly Period[]
  /** From the first to the last period named, with those between. */
  readonly isRange: boolean
  /** Whether each value is asked for separately. */
  readonly isRespective: boolean
  readonly comparison?: Comparison
}

export interface Comparison {
  readonly kind: 'most' | 'least' | 'above' | 'below'
  /** The place in the order, 1 for the first. */
  readonly rank: number
  readonly threshold?: number
  readonly thresholdScale: number
}

const CHANGE =
  '(?:chang|increas|decreas|gr[eo]w|declin|differ|drop|reduc|ris[ei]|rose|f[ae]ll|movement|varia|fluctua)\\w*'
const PERCENT = '(?:percent(?:age)?|per cent|%)'
const PERCENT_CHANGE = new RegExp(
  `${PERCENT}(?: of)?(?: [\\w-]+)? ${CHANGE}|${CHANGE}\\)?\\s*(?:\\(%\\)|in (?:percent(?:age)?\\b|%)(?! of\\b|\\s+\\w+ of\\b))|\\bgrowth rate\\b|\\brate of (?:growth|change|increase)\\b|\\bwhat ${PERCENT} (?:did|has|have|was|were)\\b.*\\b${CHANGE}`,
  'i',
)
/** A change of something that is itself a share, a ratio or an average. */
const CHANGE_OF_SHARE = new RegExp(
  `\\b${CHANGE}\\b[^?]{0,20}?\\b(?:in|of)(?: the)? (?:${PERCENT}|proportion|ratio|share|average|weighted)`,
  'i',
)
const DIFFERENCE = new RegExp(
  `\\b${CHANGE}|\\bhow (?:much|many) (?:more|less|higher|lower|greater|larger|fewer)\\b`,
  'i',
)
const SHARE = new RegExp(
  `(?:\\b${PERCENT}|\\b(?:proportion|portion|fraction))[^?]{0,60}?\\b(?:of|constitut\\w+|in|among|that)\\b`,
  'i',
)
const PERIOD_NOUN =
  '(?:(?:fiscal|financial|calendar|two|three|following) )*(?:years?|periods?|quarters?|months?|fys?|dates?)'
const WHICH_PERIOD = new RegExp(`\\b(?:which|what) (?:of the )?${PERIOD_NOUN}(?:\\(s\\))?\\b`, 'i')
const LIST_PERIODS =
  /\b(?:which|what)(?: are the)? (?:(?:fiscal|financial|calendar) )?(?:years|periods|quarters|months|fys|dates)\b/i
const KINDS =
  '(?:components|types|items|categories|segments|kinds|elements|classes|groups|regions|countries|sources|geograph\\w+ \\w+|divisions|brands|metrics|measures|units)'
const LIST_ITEMS = new RegExp(`\\b(?:what|which)(?: (?:are|were))?(?: \\w+){0,4}? ${KINDS}\\b`, 'i')
const COUNT = new RegExp(
  `\\bhow many (?:different )?(?:${KINDS}|years|periods|factors|directors|members|expenses|assets)\\b`,
  'i',
)
const EXPLAIN =
  /\bwhy\b|^\W*(?:how (?!many|much|long|large|big|high|low|old)|who|whom|whose|where|when)\b|\bwhat (?:does|do|did) (?!the (?:average|total))|\breasons?\b|\bwhat (?:led|caused|drove)\b|\bwhat (?:is|are|was|were) (?:represented|included|excluded|reflected|covered|considered|contained|meant|recogni[sz]ed)\b/i
const WHICH_ITEM =
  /\b(?:which|who|whose|what \w+(?: \w+)? (?:has|had|was|is)|what (?:is|was) the (?:most|least|\w+est))\b/i

const SUPERLATIVE =
  /\b(?:(?<second>second|2nd)|(?<third>third|3rd))?[\s-]*(?:(?<most>highest|largest|greatest|most|biggest|maximum|higher|larger|greater|bigger|more|longest|oldest|better|best)|lowest|smallest|least|minimum|lower|smaller|less|fewer|fewest|shortest|worst)\b/i
const SIGN = /\b(?:negative|(?<positive>positive))\b/i
const LIMIT =
  /\b(?:(?<above>exceed\w*|above|over|(?:more|greater|higher|larger) than|at least)|below|under|(?:less|lower|fewer|smaller) than|at most)\s*(?=(?:[A-Z]{0,3}[$€£¥]|RMB|USD|EUR)?\s*-?\d)/i

/** Stems of words that name the operation, not the item. */
export const ASKING_STEMS: ReadonlySet<string> = new Set(
  words(lists['words of operations']).map(({ stem }) => stem),
)

/** Reads from a question's words what it wants done, and for when. */
export function readQuestion(text: string): TableQuestion {
  const named = periods(text).flatMap(ends)
  const comparison = comparisonOf(text)
  const isRespective = /\brespective(?:ly)?\b/i.test(text)
  const operation = operationOf(text, comparison)
  // Values that are asked for separately are not added up.
  const isApart = isRespective && ['sum', 'share', 'list-items'].includes(operation)
  return {
    text,
    operation: isApart ? 'lookup' : operation,
    periods: named,
    isRange: named.length === 2 && named[0]?.start === named[1]?.start,
    isRespective,
    ...(comparison && { comparison }),
  }
}

/** The order matters: a question about a change may contain "total" or "average". */
function operationOf(text: string, comparison: Comparison | undefined): Operation {
  const says = (pattern: RegExp) => pattern.test(text)
  if (says(COUNT) || (says(/\bhow many\b/i) && comparison?.threshold !== undefined)) return 'count'
  if (says(WHICH_PERIOD) && comparison) return 'which-period'
  if (says(LIST_PERIODS)) return 'list-periods'
  if (says(PERCENT_CHANGE)) return 'percent-change'
  if (says(CHANGE_OF_SHARE)) return 'difference'
  const isCalculated = says(/\bdifference|change|ratio|average|\bhow (?:much|many)\b/i)
  if (comparison && says(WHICH_ITEM) && !isCalculated) return 'which-item'
  if (says(/\bratio\b/i)) return 'ratio'
  if (says(/(?<!weighted[- ])\b(?:average|mean)\b/i)) return 'average'
  if (says(SHARE)) return 'share'
  if (says(EXPLAIN)) return 'explain'
  if (says(DIFFERENCE)) return 'difference'
  if (says(LIST_ITEMS)) return 'list-items'
  if (says(/\b(?:sum|combined|altogether|together|aggregate|total)\b/i)) return 'sum'
  return 'lookup'
}

function comparisonOf(text: string): Comparison | undefined {
  const limit = LIMIT.exec(text)
  const [amount] = limit ? quantities(text.slice(limit.index + limit[0].length)) : []
  if (limit && amount) {
    const { value, scale } = amount
    const kind = limit.groups?.['above'] ? 'above' : 'below'
    return { kind, rank: 1, threshold: value / scale, thresholdScale: scale }
  }
  const sign = SIGN.exec(text)?.groups
  if (sign) {
    const kind = sign['positive'] ? 'above' : 'below'
    return { kind, rank: 1, threshold: 0, thresholdScale: 1 }
  }
  const found = SUPERLATIVE.exec(text)?.groups
  if (!found) return undefined
  const rank = found['second'] ? 2 : found['third'] ? 3 : 1
  return { kind: found['most'] ? 'most' : 'least', rank, thresholdScale: 1 }
}

/** Two years with a word between them are two times. */
function ends(period: Period): Period[] {
  const [first, last] = period.years
  if (first === undefined || last === undefined) return [period]
  return [
    { ...period, years: [first] },
    { ...period, years: [last] },
  ]
}

export function asksPercent({ text, operation }: TableQuestion): boolean {
  return operation === 'percent-change' || /percent|per cent|%/i.test(text)
}
