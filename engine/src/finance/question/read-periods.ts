import type { Span } from '../../text/span.ts'
import { type AskedPeriod, findPeriods, type PeriodMention } from './find-periods.ts'
import { isAboutChange } from './read-operation.ts'

/** The times for which figures are wanted. */
export type AskedPeriods =
  | { readonly kind: 'each'; readonly periods: readonly AskedPeriod[] }
  /** From one time to another, including those between; without an end, up to the latest. */
  | { readonly kind: 'range'; readonly from: AskedPeriod; readonly to?: AskedPeriod }
  | { readonly kind: 'last'; readonly count: number; readonly part: 'year' | 'quarter' }
  | { readonly kind: 'quarters'; readonly year: number }

export interface ReadPeriods {
  readonly asked: AskedPeriods
  /** The places in the text that name them. */
  readonly mentions: readonly Span[]
  /** Whether each time is compared with the one before it. */
  readonly isAgainstPrevious: boolean
  /** The only named time, if another time is compared with it: "up from 2022". */
  readonly base?: AskedPeriod
}

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = `(?<count>\\d{1,2}|${NUMBERS.join('|')}|decade)`
const LAST = new RegExp(
  `\\b(?:(?:last|past|previous|prior|recent|latest|trailing)\\s+${COUNT}(?:\\s+(?:fiscal|full|completed|reported|consecutive))*\\s*(?<unit>years?|quarters?)?)\\b`,
  'i',
)
const SPANNING = new RegExp(
  `\\b${COUNT}[\\s-](?<unit>year|quarter)(?=\\s+(?:cagr|compound|average|growth|trend|change|history|annual|total|sum|revenue|period))`,
  'i',
)
const QUARTERS =
  /\b(?:each|every|all)(?:\s+(?:four|of the))*\s+quarters?\b|\bby quarter\b|\bquarter(?:ly| by quarter)\b/i
const BETWEEN =
  /^\s*(?:-|–|—|to|through|thru|until|till|up to)\s*(?:and including\s*)?(?:the\s+)?(?:end of\s+)?$/i
const BEFORE_RANGE = /\b(?:between|from)\s+(?:the\s+)?(?:(?:fiscal\s+)?years?\s+)?$/i
const SINCE = /\b(?:since|starting (?:in|from|with)|beginning (?:in|with))\s+(?:the\s+)?$/i
const PREVIOUS =
  /\b(?:year|quarter)[\s-](?:over|on)[\s-](?:year|quarter)\b|\by[o/]y\b|\bq[o/]q\b|\b(?:the\s+)?(?:previous|prior|preceding)\s+(?:fiscal\s+)?(?:year|quarter|period)(?:['’]s)?|\bthe year (?:before|earlier|prior)\b|\ba year (?:ago|earlier)\b/gi
/** In a comparison, last year is the year before the one in question. */
const THAN_LAST =
  /(?<=\b(?:from|than|versus|vs\.?|with|to|over|on|against)\s+(?:in\s+)?)last\s+(?:fiscal\s+)?(?:year|quarter)\b/gi
const BASE =
  /\b(?:compar(?:ed?|ing|ison)\s+(?:with|to|against)|relative\s+to|versus|vs\.?|against|than|(?:up|down|higher|lower|more|less)\s+(?:from|on))\s+(?:(?:that|those|the\s+(?:level|figure|value|one)s?)\s+(?:of|in|for|from)\s+)?(?:in\s+)?(?:the\s+)?$/i
const FROM =
  /\bfrom\s+(?:(?:that|those|the\s+(?:level|figure|value|one)s?)\s+(?:of|in|for)\s+)?(?:the\s+)?$/i
const MOST_COUNT = 12

export function readPeriods(text: string, today: string): ReadPeriods {
  const before = [PREVIOUS, THAN_LAST].flatMap(pattern =>
    Array.from(text.matchAll(pattern), ({ 0: hit, index }) => ({
      start: index,
      end: index + hit.length,
    })),
  )
  const named = findPeriods(text, today).filter(
    one => !before.some(span => span.start < one.end && one.start < span.end),
  )
  const relative = LAST.exec(text) ?? SPANNING.exec(text)
  const others = relative
    ? [{ start: relative.index, end: relative.index + relative[0].length }]
    : []
  const quarterly = QUARTERS.exec(text)
  const base = named.length === 1 ? named.find(one => isBase(text, one)) : undefined
  const result = (asked: AskedPeriods) => ({
    asked,
    mentions: [
      ...named,
      ...before,
      ...others,
      ...(quarterly
        ? [{ start: quarterly.index, end: quarterly.index + quarterly[0].length }]
        : []),
    ],
    isAgainstPrevious: before.length > 0,
    ...(base && { base: base.period }),
  })
  const last =
    relative && named.every(one => isOverlapping(one, others[0])) ? readLast(relative) : undefined
  if (last) return result(last)
  const [only] = named
  if (
    quarterly &&
    named.length === 1 &&
    (only?.period.kind === 'calendar' ||
      (only?.period.kind === 'fiscal' && only.period.part === 'year'))
  )
    return result({ kind: 'quarters', year: only.period.year })
  return result(readNamed(text, named))
}

/** Whether any time was named at all. */
export function hasTimes(asked: AskedPeriods): boolean {
  return asked.kind !== 'each' || asked.periods.length > 0
}

function readLast({ groups = {} }: RegExpExecArray): AskedPeriods | undefined {
  const { count = '', unit = '' } = groups
  const isDecade = /^decade$/i.test(count)
  if (!isDecade && unit === '') return undefined
  const number = isDecade ? 10 : Number(count) || NUMBERS.indexOf(count.toLowerCase()) + 1
  const part = /^quarter/i.test(unit) ? 'quarter' : 'year'
  if (number === 1) return { kind: 'each', periods: [{ kind: 'latest', part }] }
  return { kind: 'last', count: Math.min(number, MOST_COUNT), part }
}

function readNamed(text: string, named: readonly PeriodMention[]): AskedPeriods {
  const [first, second] = named
  if (first && second && named.length === 2 && isRange(text, first, second))
    return { kind: 'range', from: first.period, to: second.period }
  if (first && !second && SINCE.test(text.slice(0, first.start)))
    return { kind: 'range', from: first.period }
  return { kind: 'each', periods: named.map(({ period }) => period) }
}

function isRange(text: string, first: Span, second: Span): boolean {
  const between = text.slice(first.end, second.start)
  if (BETWEEN.test(between)) return true
  return BEFORE_RANGE.test(text.slice(0, first.start)) && /^\s*(?:and|to)\s/i.test(between)
}

/** "Revenue from 2022" is that of the year; "growth from 2022" begins with it. */
function isBase(text: string, { start }: Span): boolean {
  const before = text.slice(0, start)
  return BASE.test(before) || (FROM.test(before) && isAboutChange(text))
}

function isOverlapping(one: Span, other: Span | undefined): boolean {
  return other !== undefined && one.start < other.end && other.start < one.end
}
