import type { Span } from '../text/span.ts'

/** Whether a number is only the least or the most that it may be. */
export type Bound = 'least' | 'most'

const LONGEST = 24
const MONEY = '\\s*(?:(?:US|A|C|NZ|HK|S)?[$€£¥₹])?\\s*$'
const LEAST = new RegExp(
  `(?:\\b(?:(?:more|greater|higher|larger|longer|older|no less|no fewer) than|above|at least|exceed(?:s|ed|ing)|in excess of|upwards? of|mehr als|mindestens|plus de|au moins|más de|al menos|por lo menos)|[>≥])${MONEY}`,
  'iu',
)
const OVER = new RegExp(`(?<!\\p{L})(?:over|über)${MONEY}`, 'iu')
const MOST = new RegExp(
  `(?:\\b(?:(?:less|fewer|lower|smaller|shorter|younger|no more) than|under|below|up to|at most|nearly|almost|weniger als|unter|höchstens|bis zu|fast|knapp|beinahe|moins de|au plus|presque|jusqu['’]à|menos de|como máximo|casi|hasta)|[<≤])${MONEY}`,
  'iu',
)
/** Over twenty years may be during them. */
const TIMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'decade']

/** What stands around a number and makes a bound of it. */
export function boundOf(
  text: string,
  { start, end, measures }: Span & { readonly measures: ReadonlySet<string> },
): Bound | undefined {
  const before = text.slice(Math.max(0, start - LONGEST), start)
  if (LEAST.test(before) || text[end] === '+') return 'least'
  if (MOST.test(before)) return 'most'
  return OVER.test(before) && !TIMES.some(time => measures.has(time)) ? 'least' : undefined
}

/** Whether a number is an end of a range, which says the same: from 5 to 8 is at least 5. */
export function isEndOfRange(text: string, { start, end }: Span, bound: Bound): boolean {
  return bound === 'least'
    ? /^[^.;\n]{0,16}?\s?(?:[-–]|\b(?:to|and|bis|und|à|et|a|y)\b)\s?[$€£¥₹]?\d/iu.test(
        text.slice(end, end + 24),
      )
    : /\d[^.;\n]{0,16}?\s?(?:[-–]|\b(?:to|and|bis|und|à|et|a|y)\b)\s?[$€£¥₹]?$/iu.test(
        text.slice(Math.max(0, start - 24), start),
      )
}
