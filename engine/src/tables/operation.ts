import type { Comparison } from './comparison.ts'

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
  `\\b(?:${CHANGE}|differ|changed?|increased?|decreased?)\\b|\\bhow (?:much|many) (?:more|less|higher|lower|greater|larger|fewer)\\b|\\bby how much\\b|\\bhow much (?:did|has|have)\\b[^?]{0,160}\\b(?:gr[eo]wn?|rise|risen|fall|fallen|drop(?:ped)?|declined?)\\b`,
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
  /\b(?:calculated|provided?|recorded|reported|presented|shown?|shows?|included?|listed|given|available|disclosed|information|data|measured|cover(?:s|ed)?|determined|stated|computed|compared|tabulated|disaggregated|considered|recogni[sz]ed|captured|analy[sz]ed|assessed|used|mentioned|contain(?:s|ed)?|represented|highlighted)\b/i
const EXPLAIN =
  /\bwhy\b|\bwhat (?:is|are|was|were) (?:represented|included|excluded|reflected|covered|considered|contained|meant|recogni[sz]ed)\b|^(?:\W*)(?:how (?!many|much|long|large|big|high|low|old)|who|whom|whose|where|when)\b|\bwhat (?:does|do|did) (?!the (?:average|total))[^?]{2,120}\b(?:represent|represents|consist|include|includes|comprise|refer|reflect|mean|relate|contain|entail|involve|cover|indicate|show|pertain|denote)\b|\breasons?\b|\bwhat (?:led|caused|drove)\b|\b(?:represented|composed|made up|comprised|defined|driven|caused|attribut\w+|described?|definition|explain\w*|purpose|basis)\b.{0,30}\?|\bfactors?\b/i
const KINDS =
  'components|types|items|categories|segments|kinds|elements|classes|groups|regions|countries|sources|names|geograph\\w+ \\w+|sub-?components|divisions|brands|metrics|measures|columns|rows|business units|reporting units'
const LIST_ITEMS = new RegExp(
  `\\b(?:what|which)(?:\\s+\\w+){0,3}\\s+(?:are|were)\\s+(?:the\\s+)?(?:\\w+\\s+){0,4}?(?:${KINDS})\\b|\\b(?:what|which)\\s+(?:financial |line |different )?(?:${KINDS})\\b`,
  'i',
)

/** A count of what is in the table, not of what a cell counts. */
const COUNTED =
  /\bhow many (?:types?|kinds?|components?|categor|segments?|items?|different|years|periods|regions|countries|geograph|expenses|assets|classes|elements|factors|reasons|directors|members)/i
const HOW_MANY = /\bhow many\b|\bwhat (?:is|was|are) the number of\b|\bcount\b/i
const WHAT_PERIODS = /\bwhat are the (?:fiscal |financial )?(?:years|periods|dates)\b/i
const WHY_OR_HOW = /\bwhy\b|^\W*how (?:is|was|are|were|does|do|did|has|have|can|should|will)\b/i
const HOW_CHANGED = /^\W*how (?:did|has|does) .*\bchange\b/i
const CALCULATED = /\bdifference|change|ratio|average|\bhow (?:much|many)\b/i
const WHICH_ITEM =
  /\b(?:which|who|whose|what \w+(?: \w+)? (?:has|had|have|was|were|is|contributed|recorded|generated|made|accounted)|what (?:is|was) the (?:most|least|component|segment|region|country|item|category|type|largest|smallest|biggest))\b/i

/** What a question wants done. The order matters: a question for a change may well say total or average. */
export function operationOf(question: string, comparison: Comparison | undefined): Operation {
  const says = (pattern: RegExp) => pattern.test(question)
  const isLimited = comparison?.threshold !== undefined
  if (says(HOW_MANY) && (isLimited || says(COUNTED))) return 'count'
  if (says(WHAT_PERIODS) && !comparison) return 'list-periods'
  if (says(WHICH_PERIOD) && comparison) return 'which-period'
  if (says(WHICH_PERIOD) && says(LISTED)) return 'list-periods'
  if (says(WHY_OR_HOW) && !says(HOW_CHANGED)) return 'explain'
  if (says(PERCENT_CHANGE)) return 'percent-change'
  if (says(CHANGE_OF_SHARE)) return 'difference'
  if (comparison && says(WHICH_ITEM) && !says(CALCULATED)) return 'which-item'
  if (says(RATIO)) return 'ratio'
  if (says(AVERAGE)) return 'average'
  if (says(SHARE)) return 'share'
  if (says(EXPLAIN)) return 'explain'
  if (says(DIFFERENCE)) return 'difference'
  if (says(LIST_ITEMS)) return 'list-items'
  if (says(SUM)) return 'sum'
  return 'lookup'
}
