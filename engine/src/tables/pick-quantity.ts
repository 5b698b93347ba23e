import { type Quantity, quantities } from '../text/quantities.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { contentStems } from './content-stems.ts'
import { type Period, periods } from './periods.ts'

const DURATION = /^\s*[- ]?(?:years?|months?|weeks?|days?|hours?)\b/i
const UNIT = /^(?:\s?(?:p|bps|basis points|square feet|per cent|shares|employees)\b)/i

export type QuantityKind = 'percent' | 'duration' | 'amount' | 'count'

/** What kind of quantity a question wants, if it wants one. */
export function wantedQuantity(question: string): QuantityKind | undefined {
  if (
    /\bhow long\b|\bhow many (?:years|months|days)\b|\bduration\b|\b(?:amortization|vesting|remaining|weighted[- ]average)\b[^?]{0,40}\bperiod\b|\buseful li(?:fe|ves)\b|\b(?:expected|remaining) term\b/i.test(
      question,
    )
  )
    return 'duration'
  if (
    /\bpercent(?:age)?\b|\bwhat (?:is|was|were|are) the [^?]{0,60}\brates?\b|%|\binterest rate\b/i.test(
      question,
    )
  )
    return 'percent'
  if (/\bhow many\b|\bnumber of\b/i.test(question)) return 'count'
  if (
    /\bhow much\b|\bamounts?\b|\bvalue\b|\bprice\b|\bcosts?\b|\bexpenses?\b|\brevenues?\b|\bincome\b|\bsales\b|\bincrease\b|\bdecrease\b|\bprofit\b|\bloss(?:es)?\b|\btotal\b|\bbalance\b/i.test(
      question,
    )
  )
    return 'amount'
  return undefined
}

/** The quantities of a sentence that a question asks for: one, or one for each time named. */
export function pickQuantities(
  question: string,
  sentence: string,
  kind: QuantityKind,
  isEach: boolean,
): Span[] {
  const asked = new Set(quantities(question).map(({ start, end }) => question.slice(start, end)))
  const times = periods(sentence)
  const pool = quantities(sentence).filter(quantity => {
    if (asked.has(sentence.slice(quantity.start, quantity.end))) return false
    if (times.some(time => quantity.start >= time.start && quantity.end <= time.end)) return false
    return !isEnumeration(sentence, quantity) && fits(sentence, quantity, kind)
  })
  const named = periods(question)
  if (isEach && named.length <= 1 && /\brespectively\b/.test(sentence))
    return pool.map(one => withUnit(sentence, one, kind))
  const wanted = isEach ? named : named.slice(0, 1)
  const chosen = (wanted.length > 0 ? wanted : [undefined]).map(
    time =>
      respective(sentence, pool, times, time) ?? nearest(question, sentence, pool, times, time),
  )
  return [...new Set(chosen)].flatMap(one => (one ? [withUnit(sentence, one, kind)] : []))
}

function isEnumeration(sentence: string, { start, end }: Quantity): boolean {
  return (
    /^\(?\d{1,2}\)$/.test(sentence.slice(Math.max(0, start - 1), end + 1).trim()) ||
    /\b(?:note|item|section|part|level|asc|ifrs|ias|topic|step)\s*$/i.test(
      sentence.slice(Math.max(0, start - 10), start),
    )
  )
}

function fits(sentence: string, quantity: Quantity, kind: QuantityKind): boolean {
  const lasts = DURATION.test(sentence.slice(quantity.end))
  switch (kind) {
    case 'duration':
      return lasts
    case 'percent':
      return quantity.unit === 'percent'
    case 'count':
      return quantity.unit === 'none' && !lasts
    case 'amount':
      return quantity.unit !== 'percent' && !lasts
  }
}

/** As many quantities as times, each in its turn. */
function respective(
  sentence: string,
  pool: readonly Quantity[],
  times: readonly Period[],
  wanted: Period | undefined,
): Quantity | undefined {
  if (!wanted || pool.length < 2 || times.length < 2) return undefined
  const at = times.findIndex(time => wanted.years.every(year => time.years.includes(year)))
  if (at < 0) return undefined
  const isRow = /\brespectively\b/i.test(sentence) || pool.length === times.length
  if (!isRow) return undefined
  const listed = pool.slice(-Math.max(times.length, 0))
  return listed.length >= times.length ? listed[at] : undefined
}

function nearest(
  question: string,
  sentence: string,
  pool: readonly Quantity[],
  times: readonly Period[],
  wanted: Period | undefined,
): Quantity | undefined {
  const asked = new Set(contentStems(question))
  const anchors = words(sentence)
    .filter(word => asked.has(word.stem))
    .map(word => word.start)
  const own = wanted && times.filter(time => wanted.years.every(year => time.years.includes(year)))
  const distance = (quantity: Quantity) => {
    const toTime =
      own && own.length > 0 && times.length > 1
        ? Math.min(...own.map(time => Math.abs(time.start - quantity.end)))
        : 0
    const toWords =
      anchors.reduce(
        (total, anchor) => total + Math.min(120, Math.abs(anchor - quantity.start)),
        0,
      ) / Math.max(1, anchors.length)
    return toTime * 2 + toWords
  }
  return pool.toSorted((a, b) => distance(a) - distance(b))[0]
}

function withUnit(sentence: string, { start, end }: Quantity, kind: QuantityKind): Span {
  const rest = sentence.slice(end)
  const unit = kind === 'duration' ? DURATION.exec(rest) : UNIT.exec(rest)
  return { start, end: end + (unit?.[0].length ?? 0) }
}
