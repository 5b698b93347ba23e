import { quantities } from '../../text/lex/numbers.ts'
import { isQuotient, type Metric } from '../metrics.ts'
import type { Direction } from '../statements/state-figures.ts'
import { aimsAt } from './read-aims.ts'

/** The operation on the figures. */
export type Operation =
  | { readonly kind: 'value' | 'change' | 'annual-rate' | 'sum' | 'average' }
  | { readonly kind: 'extreme'; readonly direction: Direction }
  | { readonly kind: 'ratio'; readonly as: 'percent' | 'times' }
  /** Whether a later filing gives another value than an earlier one. */
  | {
      readonly kind: 'restatement'
      /** Whether the question asks if there is a restatement, not what the first value was. */
      readonly isWhether: boolean
      /** Whether the question names no metric, so that finding no restatement would prove nothing. */
      readonly isOpen: boolean
    }

const RESTATED = /\brestat(?:e[ds]?|ements?|ing)\b/i
const AT_FIRST =
  /\b(?:originally|initially|first)\s+(?:report|state|file|publish|disclose)\w*|\b(?:report|state|file|publish|disclose)\w*\s+(?:originally|initially|at first)\b|\b(?:original|initial)(?:ly)?[\s-]+(?:reported|filed|figures?|values?|numbers?|amounts?)\b/i
const ANNUAL_RATE =
  /\bcagr\b|\bcompound(?:ed)?\s+(?:annual\s+)?(?:growth|rate)|\b(?:average|mean)\s+(?:annual\s+|yearly\s+)?(?:\w+\s+)?(?:growth|increase)|\bannuali[sz]ed\s+(?:growth|rate)|\bannual\s+growth\s+rate\b|\bgrowth\s+(?:rate\s+)?(?:per|a)\s+year\b/i
const SHARE =
  /(?:\b(?:percent(?:age)?|share|fraction|proportion)|%|how much)\s+of\b|\b(?:per|for (?:each|every))\s+(?:dollar|\$1?)\s+of\b/i
/** The total debt of several years is that of each, and not their sum. */
const TOTAL =
  /\btotal\b(?!\s+(?:(?:net|current|long[\s-]term|shareholders['’]?|stockholders['’]?)\s+)*(?:debt|assets|liabilities|equity|borrowings|inventor(?:y|ies)|deposits|shares))/i
/** Comes before the whole. */
const RELATIVE = /\brelative\s+to\b/i
const RATIO = /\bratio\b|\bdivided\s+by\b|\s\/\s|\btimes\b/i
const CHANGE =
  /\b(?:grow(?:th|n|s|ing)?|grew|chang(?:e|ed|es|ing)|increas\w*|decreas\w*|declin\w*|ris(?:e|es|en|ing)|rose|fell|fall(?:en|s|ing)?|drop\w*|improv\w*|expand\w*|shr[aiu]nk\w*|reduc(?:e[ds]?|ing)|g(?:o|oes|one|oing) (?:up|down)|went (?:up|down)|(?:collaps|plung|slump|jump|surg|soar|tank|recover|explod|skyrocket|balloon|crash|tumbl|climb|spik)(?:e|ed|es|ing|s)?|(?:get|got|getting|becom(?:e|es|ing)|became|grow(?:ing)?) (?:more|less) profitable|(?:get|got|getting|becom(?:e|ing)) (?:better|worse|stronger|weaker)|better or worse|(?:year|quarter)[\s-](?:over|on)[\s-](?:year|quarter)|y[o/]y|q[o/]q|deteriorat\w*)\b/i
const FALLS =
  /\b(?:declin\w*|decreas\w*|fell|fall(?:en|s|ing)?|drop\w*|shr[aiu]nk\w*|reduc(?:e[ds]?|ing)|less profitable|(?:collaps|plung|slump|tank|crash|tumbl)(?:e|ed|es|ing|s)?|(?:g(?:o|oes|one|oing)|went) down)\b/i
const SUM =
  /\b(?:combined|cumulative(?:ly)?|altogether|aggregate|sum|in\s+total|add(?:ed)?\s+up|total\s+of|together)\b/i
/** Amounts spent or earned over several years are added up, unless each is asked for. */
const SPENT =
  /\bhow much\b(?!.*\b(?:each|every|per|by) (?:year|quarter)|.*\bannual).*\b(?:spen[dt]|pa(?:id|y)|return(?:ed)?|invest(?:ed)?|burn(?:ed|t)?|earn(?:ed)?|made?|los[te]|borrow(?:ed)?)\b/i
const AVERAGE = /\b(?:average|mean)\b(?!\s+(?:diluted|shares|number))/i
const HIGHEST =
  /\b(?:high(?:er|est)|larg(?:er|est)|bigg(?:er|est)|great(?:er|est)|peak(?:ed)?|maximum|best|record|most(?!\s+recent)|more(?!\s+than\s+(?:it|they|its|their)\b)|exceed\w*|fast(?:er|est)|ahead)\b/i
const LOWEST =
  /\b(?:low(?:er|est)|small(?:er|est)|minimum|worst|least|less|fewer|slow(?:er|est))\b/i
/** Words of questions that figures cannot answer. */
const BEYOND_FIGURES =
  /\b(?:why|reasons?|driv(?:es?|ers?|en|ing)|drove|factors?|risks?|strateg\w+|outlook|guidance|forecasts?|forecasted|expect(?:s|ed|ations?)?|predict\w*|project(?:ed|ions?)|estimates?|estimated|polic(?:y|ies)|recogni[sz]\w+|impact\w*|affect\w*|effects?|attribute[sd]?|contribut\w+|approach\w*|plans?|intend\w*|manag\w+|ceo|cfo|sa(?:y|ys|id)|comment\w*|mention\w*|consensus|will|next\s+(?:year|quarter)|should|target(?:s|ed)?|segments?|products?|geograph\w+|regions?|customers?|competitors?)\b/i

/** Returns the offset after "share of" and the like, where the whole is named. */
export function findShareOf(text: string): number {
  const found = SHARE.exec(text) ?? RELATIVE.exec(text)
  return found ? found.index + found[0].length : -1
}

/** Whether it asks how something changed. */
export function isAboutChange(text: string): boolean {
  return CHANGE.test(text)
}

export function isAboutFall(text: string): boolean {
  return FALLS.test(text)
}

/** Returns which extreme is asked for; undefined if neither is. */
export function readDirection(text: string): Direction | undefined {
  if (LOWEST.test(text)) return 'lowest'
  return HIGHEST.test(text) ? 'highest' : undefined
}

export function readOperation(
  text: string,
  { metrics, isSpan }: { readonly metrics: readonly Metric[]; readonly isSpan: boolean },
): Operation {
  const isWhether = RESTATED.test(text)
  if (isWhether || AT_FIRST.test(text))
    return { kind: 'restatement', isWhether, isOpen: metrics.length === 0 }
  if (ANNUAL_RATE.test(text)) return { kind: 'annual-rate' }
  // Two margins or ratios are two things; only amounts are set in relation.
  const isPair = metrics.length === 2 && !metrics.some(isQuotient)
  if (isPair && (SHARE.test(text) || RELATIVE.test(text))) return { kind: 'ratio', as: 'percent' }
  if (isPair && RATIO.test(text)) return { kind: 'ratio', as: 'times' }
  if (CHANGE.test(text)) return { kind: 'change' }
  // The total revenue of one year is its revenue; that of several is a sum.
  if (SUM.test(text) || (isSpan && (TOTAL.test(text) || SPENT.test(text)))) return { kind: 'sum' }
  if (AVERAGE.test(text)) return { kind: 'average' }
  const direction = readDirection(text)
  return direction ? { kind: 'extreme', direction } : { kind: 'value' }
}

/** "How does it make money?" wants an explanation; "how does it compare?" may not. */
const HOW_DOES = /^\W*how (?:does|do|is|are)\b(?!.*\b(?:compar|financially\b))/i

export function isBeyondFigures(text: string): boolean {
  return BEYOND_FIGURES.test(text) || HOW_DOES.test(text)
}

/** The answer that "yes" stands for: a gain, a loss, a rise, a fall, the first ahead, enough, or an amount passed. */
export type Whether = 'gain' | 'loss' | 'rise' | 'fall' | 'ahead' | 'behind' | 'enough' | Passed

interface Passed {
  readonly over: number
}

const WHETHER =
  /^\W*(?:(?:and|but|so)\s+)?(?:did|was|were|is|are|has|have|had|does|do|can)\b(?!.*\bor\b)/i
const COVERS =
  /\b(?:safe|secure|cover(?:s|ed|ing)?|afford(?:s|ed|able)?|sustain(?:s|able)?|enough)\b/i
const LOSES = /\b(?:burn\w*|loss(?:es)?|los(?:e|es|t|ing)|in the red|unprofitable|negative)\b/i
const GAINS =
  /\b(?:profits?|profitable|make money|made money|in the black|positive|pa(?:y|ys|id|ying) (?:\S+ ){0,2}dividends?|buy ?backs?|repurchas\w+)\b/i
const PASSES =
  /\b(?:exceed\w*|above|over|more than|greater than|at least|top(?:ped)?|surpass\w*)\b/i

/** Reads a question that wants a yes or a no; undefined for any other. */
export function readWhether(text: string, operation: Operation): Whether | undefined {
  if (!WHETHER.test(text)) return undefined
  if (COVERS.test(text)) return 'enough'
  if (aimsAt(text, 'pace')) return undefined
  const amount = quantities(text).find(one => one.unit === 'percent' || one.value > 2_100)
  if (amount && PASSES.test(text)) return { over: amount.value }
  if (amount) return undefined
  if (operation.kind === 'change') return FALLS.test(text) ? 'fall' : 'rise'
  if (operation.kind === 'extreme') return operation.direction === 'highest' ? 'ahead' : 'behind'
  if (operation.kind !== 'value') return undefined
  return LOSES.test(text) ? 'loss' : GAINS.test(text) ? 'gain' : undefined
}
