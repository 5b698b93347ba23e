import lists from '../../data/word-lists.json' with { type: 'json' }
import { loneMonths } from '../text/lex/dates.ts'
import { periods as lexPeriods, type PeriodSpan } from '../text/lex/periods.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'

const UNITS =
  /\b(?:in|us|usd|rmb|eur|gbp)?\s*(?:thousands?|millions?|billions?)\b|[$€£¥]\s?(?:m|mn|bn|['’‘]?000s?)?\b|['’‘]000s?|\(000s?\)|[$€£¥%]/gi
const UNIT_NOTE = /\([^()]*\b(?:thousands?|millions?|billions?|except)\b[^()]*\)/gi
const TIME_WORDS =
  /\b(?:restated|unaudited|audited)\d?\b|\b\d{1,2}[- ](?:weeks?|months?|days)\b|\b(?:(?:for|as of|at|as at)\s+)?(?:the\s+)?(?:fiscal\s+)?(?:years?|months?|quarters?|periods?)\s+(?:ended|ending)\b|\bas (?:of|at)\b|\bfiscal years?\b|\bfiscal\b/gi
const FOOTNOTE = /\(\s*(?:\d{1,2}|[a-z]|notes?\s[\d.,\s&and]{1,20})\s*\)|\[\d{1,2}\]/gi
/** Labels are short: words such as other, all or before tell rows apart, so few are left out. */
const FUNCTION_WORDS = new Set(lists['function words in labels'].split(' '))

/** A time as headers and questions name it; the parts tell times of one year apart. */
export interface Period extends Span {
  readonly years: readonly number[]
  /** A quarter, a half, or months up to a date: `q4`, `h1`, `m9`. */
  readonly part?: string
  readonly month?: number
  readonly day?: number
}

/** The periods that a text names, in order. */
export function periods(text: string): Period[] {
  return lexed(text).map(toPeriod)
}

/** Joins everything that a header says about time; undefined if it says nothing. */
export function periodOf(text: string): Period | undefined {
  const all = [
    ...periods(text),
    ...loneMonths(text).map(({ start, end, readings: [month] }) => ({
      start,
      end,
      years: [],
      ...month,
    })),
  ]
  const [first] = all
  return first && all.slice(1).reduce(mergePeriods, first)
}

/** Merges two periods. */
export function mergePeriods(one: Period, other: Period): Period {
  return { ...other, ...one, years: [...new Set([...one.years, ...other.years])] }
}

/** The text without its words for time. */
export function withoutPeriods(text: string): string {
  let rest = text
  for (const { start, end } of lexed(text).toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return rest
}

/** Without a year of its own, a number of months is an age or a term. */
function lexed(text: string): PeriodSpan[] {
  return lexPeriods(text).filter(
    ({ part, years, isBorrowed, date }) =>
      !part?.startsWith('m') || date !== undefined || (years !== undefined && !isBorrowed),
  )
}

function toPeriod({ start, end, years, part, date }: PeriodSpan): Period {
  return {
    start,
    end,
    years: [...new Set(years ?? [])],
    ...(part !== undefined && { part }),
    ...(date && { month: date.month }),
    ...(date?.day !== undefined && { day: date.day }),
  }
}

/** A label without units and marks of footnotes. */
export function plainLabel(text: string): string {
  return text
    .replace(UNIT_NOTE, ' ')
    .replace(FOOTNOTE, ' ')
    .replace(TIME_WORDS, ' ')
    .replace(UNITS, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,–—-]+|[\s:;,–—-]+$/g, '')
}

/** A label without times: what is measured, not when. */
export function timelessLabel(text: string): string {
  return plainLabel(withoutPeriods(text))
}

/** The stems by which labels and questions are compared. */
export function labelStems(text: string): string[] {
  const all = words(text)
  const content = all.filter(word => !FUNCTION_WORDS.has(word.folded))
  return (content.length > 0 ? content : all).map(({ stem }) => stem)
}
