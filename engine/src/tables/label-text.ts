import { words } from '../text/words.ts'
import { withoutPeriods } from './periods.ts'

const UNITS =
  /\b(?:in|us|usd|rmb|eur|gbp)?\s*(?:thousands?|millions?|billions?)\b|[$€£¥]\s?(?:m|mn|bn|['’‘]?000s?)?\b|['’‘]000s?|\(000s?\)|[$€£¥%]/gi
const UNIT_NOTE = /\([^()]*\b(?:thousands?|millions?|billions?|except)\b[^()]*\)/gi
const TIME_WORDS =
  /\b(?:restated|unaudited|audited)\d?\b|\b\d{1,2}[- ](?:weeks?|months?|days)\b|\b(?:(?:for|as of|at|as at)\s+)?(?:the\s+)?(?:fiscal\s+)?(?:years?|months?|quarters?|periods?)\s+(?:ended|ending)\b|\bas (?:of|at)\b|\bfiscal years?\b|\bfiscal\b/gi
const FOOTNOTE = /\(\s*(?:\d{1,2}|[a-z]|notes?\s[\d.,\s&and]{1,20})\s*\)|\[\d{1,2}\]/gi
/** Labels are short: words such as other, all or before tell rows apart, so few are left out. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of in for to and or by on at as is are was were be been what which who how much many ' +
    'did does do has have had its it their our we us from with that this these those there s ' +
    'between into per you your'
  ).split(' '),
)

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

/** A label without times too: what is measured, not when. */
export function timelessLabel(text: string): string {
  return plainLabel(withoutPeriods(text))
}

const DIGITS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
}

/** What labels and questions are compared by; numbers in words are digits. */
export function labelStems(text: string): string[] {
  const all = words(text)
  const content = all.filter(word => !FUNCTION_WORDS.has(word.folded))
  return (content.length > 0 ? content : all).map(word => DIGITS[word.folded] ?? word.stem)
}
