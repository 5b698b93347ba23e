import { quantities } from '../../text/lex/numbers.ts'
import type { Span } from '../../text/span.ts'
import type { Metric } from '../metrics.ts'
import { namedIn } from './find-metrics.ts'

/** A condition on a figure: "a revenue above 20 billion dollars", "a growth of revenue between 5% and 10%". */
export interface Condition extends Span {
  readonly metric: Metric
  readonly isGrowth: boolean
  readonly limit: 'above' | 'below' | 'of at least' | 'of at most' | 'between'
  readonly value: number
  /** The upper limit, of two. */
  readonly to?: number
}

const LIMIT = /^ (?<limit>above|below|of at least|of at most|between) $/i
const GROWTH = /\bgrowth of $/i

/** The conditions of a question, each a measure with its limit. */
export function readConditions(question: string): Condition[] {
  const amounts = quantities(question)
  return namedIn(question, []).flatMap(({ metrics: [metric], start, end }) => {
    const at = amounts.findIndex(one => one.start > end)
    const [amount, upper] = amounts.slice(at < 0 ? amounts.length : at)
    const limit = LIMIT.exec(question.slice(end, amount?.start))?.groups?.['limit']?.toLowerCase()
    if (!metric || !amount || !limit) return []
    // An amount without a unit has that of the figures, which a percent sign has to agree with.
    if ((amount.unit === 'percent') !== (isPercentage(metric) || isOfGrowth(start))) return []
    const isTwo = limit === 'between'
    if (isTwo && (!upper || question.slice(amount.end, upper.start) !== ' and ')) return []
    const growth = GROWTH.exec(question.slice(0, start))
    return [
      {
        ...{ metric, isGrowth: growth !== null, limit: limit as Condition['limit'] },
        ...{ value: amount.value, start: growth?.index ?? start },
        ...(isTwo && upper && { to: upper.value }),
        end: (isTwo ? upper : amount)?.end ?? end,
      },
    ]
  })

  function isOfGrowth(start: number): boolean {
    return GROWTH.test(question.slice(0, start))
  }
}

function isPercentage({ concepts, formulas }: Metric): boolean {
  return concepts.length === 0 && formulas.some(({ as }) => as === 'percent')
}

/** Returns whether a value meets the condition. */
export function isMet(
  { limit, value, to = value }: Pick<Condition, 'limit' | 'value' | 'to'>,
  size: number,
): boolean {
  if (limit === 'between') return size >= value && size <= to
  if (limit === 'above') return size > value
  if (limit === 'below') return size < value
  return limit === 'of at least' ? size >= value : size <= value
}
