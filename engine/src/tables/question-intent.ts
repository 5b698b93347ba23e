import { words } from '../text/words.ts'
import { type Period, periods } from './periods.ts'

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

export interface Comparison {
  readonly kind: 'most' | 'least' | 'above' | 'below'
  /** The place in the order, 1 for the first. */
  readonly rank: number
  readonly threshold?: number
  readonly thresholdScale: number
}

export interface Intent {
  readonly question: string
  readonly operation: Operation
  readonly periods: readonly Period[]
  /** From the first to the last period named, with those between. */
  readonly isRange: boolean
  readonly isRespective: boolean
  readonly comparison?: Comparison
}

const CHANGE =
  'change|increase|decrease|growth|decline|difference|drop|reduction|rise|fall|movement|variance|fluctuation'
const PERCENT = '(?:\\bpercent(?:age)?|\\bper cent|%)'
const PERCENT_CHANGE = new RegExp(
  [
    `${PERCENT}(?:\\s+of)?(?:\\s+(?:net|total|year-on-year|yoy|overall|annual))?\\s+(?:${CHANGE})\\b`,
    `\\b(?:${CHANGE})\\s*(?:\\/\\s*\\(?(?:${CHANGE})\\)?)?\\s*(?:\\(%\\)|in (?:percent(?:age)?\\b|%)(?! of\\b|\\s+\\w+ of\\b))`,
    '\\bgrowth rate\\b|\\brate of (?:growth|change|increase)\\b',
    `\\b(?:by )?what (?:percent(?:age)?|%) (?:did|has|have|was|were)?\\b[^?]{0,160}\\b(?:increas|decreas|chang|gr[eo]w|rise|rose|f[ae]ll|declin|drop)`,
  ].join('|'),
  'i',
)
const DIFFERENCE = new RegExp(
  `\\b(?:${CHANGE}|differ|changed?|increased?|decreased?)\\b|\\bhow (?:much|many) (?:more|less|higher|lower|greater|larger|fewer)\\b`,
  'i',
)
/** A change of what is itself a share, a ratio or an average. */
const CHANGE_OF_SHARE = new RegExp(
  `\\b(?:${CHANGE})\\b[^?]{0,20}?\\b(?:in|of)(?: the)? (?:percent(?:age)?|%|proportion|ratio|share|average|weighted)\\b`,
  'i',
)
const RATIO = /\bratio\b/i
const SHARE =
  /\b(?:percent(?:age)?|per cent|%|proportion|portion|share|fraction)\b[^?]{0,60}?\b(?:of|constitut\w+|in|among)\b|\bas an? (?:percent(?:age)?|%|proportion|fraction|share) of\b/i
const AVERAGE = /(?<!weighted[- ])\b(?:average|mean)\b/i
const SUM = /\b(?:sum|combined|altogether|together|added up|in total|aggregate)\b|\btotal\b/i
const WHICH_PERIOD =
  /\b(?:which|what)\s+(?:of the\s+)?(?:(?:fiscal|financial|calendar|two|three|following)\s+)?(?:years?|periods?|quarters?|months?|fys?|dates?|fiscal)(?:\(s\))?\b/i
const LISTED =
  /\b(?:calculated|provided?|recorded|reported|presented|shown?|shows?|included?|listed|given|available|disclosed|information|data|measured|covered|determined|stated|computed|compared|tabulated|disaggregated|considered|recogni[sz]ed|captured|analy[sz]ed|assessed|used|mentioned|contain(?:s|ed)?|represented|highlighted)\b/i
const SUPERLATIVE =
  /\b(?<rank>second|third|fourth|2nd|3rd)?[\s-]*(?<most>highest|largest|greatest|most|biggest|maximum|higher|larger|greater|bigger|more|longest|oldest|better|best|strongest)\b|\b(?<rank2>second|third|2nd|3rd)?[\s-]*(?<least>lowest|smallest|least|minimum|lower|smaller|less|fewer|fewest|youngest|shortest|worst|weakest)\b/i
const THRESHOLD =
  /\b(?:(?<above>exceed(?:s|ed|ing)?|above|over|(?:more|greater|higher|larger) than|at least)|(?<below>below|under|(?:less|lower|fewer|smaller) than|at most))\s*(?:than\s+)?(?:[A-Z]{0,3}[$€£¥]|RMB|USD|EUR)?\s*(?<number>-?\d[\d,]*(?:\.\d+)?)\s*(?<scale>thousand|million|billion|%|percent)?/i
const SIGN = /\b(?<negative>negative)\b|\b(?<positive>positive)\b/i
const RANKS: Readonly<Record<string, number>> = {
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
}
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 }
const EXPLAIN =
  /\bwhy\b|\bwhat (?:is|are|was|were) (?:represented|included|excluded|reflected|covered|considered|contained|meant|recogni[sz]ed)\b|^(?:\W*)(?:how (?!many|much|long|large|big|high|low|old)|who|whom|whose|where|when)\b|\bwhat (?:does|do|did) (?!the (?:average|total))[^?]{2,120}\b(?:represent|represents|consist|include|includes|comprise|refer|reflect|mean|relate|contain|entail|involve|cover|indicate|show|pertain|denote)\b|\breasons?\b|\bwhat (?:led|caused|drove)\b|\b(?:represented|composed|made up|comprised|defined|driven|caused|attribut\w+|described?|definition|explain\w*|purpose|basis)\b.{0,30}\?|\bfactors?\b/i
const KINDS =
  'components|types|items|categories|segments|kinds|elements|classes|groups|regions|countries|sources|names|geograph\\w+ \\w+|sub-?components|divisions|brands|metrics|measures|columns|rows|business units|reporting units'
const LIST_ITEMS = new RegExp(
  `\\b(?:what|which)(?:\\s+\\w+){0,3}\\s+(?:are|were)\\s+(?:the\\s+)?(?:\\w+\\s+){0,4}?(?:${KINDS})\\b|\\b(?:what|which)\\s+(?:financial |line |different )?(?:${KINDS})\\b`,
  'i',
)

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

function operationOf(question: string, comparison: Comparison | undefined): Operation {
  const counts = /\b(?:how many|(?:what is|what was|what are) the number of|count)\b/i.test(
    question,
  )
  if (
    counts &&
    (comparison?.threshold !== undefined ||
      /\bhow many (?:types?|kinds?|components?|categor|segments?|items?|different|years|periods|regions|countries|geograph|expenses|assets|classes|elements|factors|reasons|executive|directors|members)/i.test(
        question,
      ))
  )
    return 'count'
  if (
    /\bwhat are the (?:fiscal |financial )?(?:years|periods|dates)\b/i.test(question) &&
    !comparison
  )
    return 'list-periods'
  if (WHICH_PERIOD.test(question)) {
    if (comparison) return 'which-period'
    if (LISTED.test(question)) return 'list-periods'
  }
  if (
    /\bwhy\b|^\W*(?:how (?:is|was|are|were|does|do|did|has|have|can|should|will)\b)/i.test(question)
  ) {
    if (!/^\W*how (?:did|has|does) .*\bchange\b/i.test(question)) return 'explain'
  }
  if (PERCENT_CHANGE.test(question)) return 'percent-change'
  if (CHANGE_OF_SHARE.test(question)) return 'difference'
  if (
    /\b(?:which|who|what)\b/i.test(question) &&
    comparison &&
    !/\bdifference|change|ratio|average|how much\b/i.test(question) &&
    /^(?!.*\bhow (?:much|many)\b).*\b(?:which|who|whose|what \w+(?: \w+)? (?:has|had|have|was|were|is|contributed|recorded|generated|made|accounted)|what (?:is|was) the (?:most|least|component|segment|region|country|item|category|type|largest|smallest|biggest))\b/i.test(
      question,
    )
  )
    return 'which-item'
  if (RATIO.test(question)) return 'ratio'
  if (AVERAGE.test(question)) return 'average'
  if (SHARE.test(question)) return 'share'
  if (EXPLAIN.test(question)) return 'explain'
  if (DIFFERENCE.test(question)) return 'difference'
  if (LIST_ITEMS.test(question)) return 'list-items'
  if (SUM.test(question)) return 'sum'
  return 'lookup'
}

function comparisonOf(question: string): Comparison | undefined {
  const threshold = THRESHOLD.exec(question)?.groups
  if (threshold) {
    return {
      kind: threshold['above'] ? 'above' : 'below',
      rank: 1,
      threshold: Number((threshold['number'] ?? '').replaceAll(',', '')),
      thresholdScale: SCALES[threshold['scale']?.toLowerCase() ?? ''] ?? 1,
    }
  }
  const sign = SIGN.exec(question)?.groups
  if (sign)
    return { kind: sign['negative'] ? 'below' : 'above', rank: 1, threshold: 0, thresholdScale: 1 }
  const found = SUPERLATIVE.exec(question)?.groups
  if (!found) return undefined
  const rank = RANKS[(found['rank'] ?? found['rank2'] ?? '').toLowerCase()] ?? 1
  return { kind: found['most'] ? 'most' : 'least', rank, thresholdScale: 1 }
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

/** Words that say what to do or how to ask, not what about. */
export const ASKING: ReadonlySet<string> = new Set(
  words(
    'what which who when how much many change changed increase increased decrease decreased growth difference percentage percent percentages ratio proportion average mean sum total value amount amounts values respective respectively year years fiscal financial period periods ended ending company companies group firm table calculate calculated largest highest greatest smallest lowest larger higher greater smaller lower less more than exceed above below between among overall combined altogether together number count constitute constitution out compared relative record recorded report reported provide provided information show shown net2 june december march september january recorded list listed component components type types item items segment segments category categories given shown state stated quarter month months end beginning date',
  ).map(word => word.stem),
)
