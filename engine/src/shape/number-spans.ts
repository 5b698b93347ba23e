import { quantities } from '../text/quantities.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'

const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|twice|once|third|quarter|\d{1,3}(?:st|nd|rd|th))\b/giu
/** What may stand inside a number: twenty-five, 5–10, five to ten; before a word also a space. */
const WITHIN = /^(?:\s?[-–—]\s?|\sto\s)$/
const BEFORE_WORD = /^(?:\s|\sand\sa\s)$/
const UNIT = /^\s?(°\s?[CF]|[\p{L}/]{1,20}(?:\sper\s\p{L}{1,20})?)/u

/** Where a text says how many, in digits or in words; a range is one. */
export function numberSpans(text: string): Span[] {
  const worded = Array.from(text.matchAll(NUMBER_WORD), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }))
  const merged: Span[] = []
  for (const span of [...quantities(text), ...worded].toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && joins(text, last, span))
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else merged.push({ start: span.start, end: span.end })
  }
  return merged
}

function joins(text: string, last: Span, next: Span): boolean {
  const between = text.slice(last.end, next.start)
  if (next.start < last.end || WITHIN.test(between)) return true
  return BEFORE_WORD.test(between) && /^\p{L}/u.test(text.slice(next.start, next.end))
}

/** The number with the word after it, if that can be its unit. */
export function withUnit(text: string, { start, end }: Span): Span {
  const unit = UNIT.exec(text.slice(end, end + 50))
  if (!unit || STOP_WORDS.has(unit[1]?.toLowerCase() ?? '')) return { start, end }
  return { start, end: end + unit[0].length }
}
