import type { Span } from '../text/span.ts'

/** A stretch or a point of time as headers and questions name it. */
export interface Period extends Span {
  readonly years: readonly number[]
  /** What tells periods of one year apart: quarters, halves, months and days, as in `q4` or `dec`. */
  readonly marks: readonly string[]
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const YEAR =
  "(?:fiscal\\s+(?:year\\s+)?|fy\\s?|f(?=\\d)|cy\\s?)?(?<year>(?:19|20)\\d{2}|(?<=\\bfy\\s?|\\bf|['’])\\d{2}(?!\\d))"
const PART =
  '(?<quarter>q[1-4]|[1-4]q|(?:first|second|third|fourth)\\s+(?:fiscal\\s+)?quarter|[1-4](?:st|nd|rd|th)\\s+quarter|h[12]|[12]h|(?:first|second)\\s+half|(?:three|six|nine|twelve)\\s+months(?=\\s+end))'
const TOKEN = new RegExp(
  [
    `\\b(?<month>${MONTH})\\b\\.?(?:\\s+(?<day>\\d{1,2})\\b(?!\\s*(?:percent|%|,\\d{3}|million)))?`,
    `\\b(?<dayBefore>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<monthAfter>${MONTH})\\b`,
    `\\b${PART}\\b`,
    `(?<![\\p{L}\\d.,$€£])${YEAR}(?![\\d%]|[.,]\\d)(?!\\p{L})`,
  ].join('|'),
  'giu',
)
const ORDINALS: Readonly<Record<string, string>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  three: '3',
  six: '6',
  nine: '9',
  twelve: '12',
}
const GAP = /^(?:[\s,.:()]|of|ended|ending|year|fiscal|the|in|for)*$/i
const LONGEST_GAP = 24
const SPACED_YEAR = /\b([12]) (\d) (\d) (\d)\b/g

/** The periods named in a text, in order. A date without a year takes the year of the one after it. */
export function periods(text: string): Period[] {
  const written = text.replace(SPACED_YEAR, '$1$2$3$4   ')
  const found: { years: number[]; marks: string[]; start: number; end: number }[] = []
  let open: (typeof found)[number] | undefined
  for (const match of written.matchAll(TOKEN)) {
    const { month, day, dayBefore, monthAfter, quarter, year } = match.groups ?? {}
    const end = match.index + match[0].length
    const gap = open ? written.slice(open.end, match.index) : ''
    const isNear = gap.length <= LONGEST_GAP && GAP.test(gap)
    // The auxiliary verb is no month.
    if (match[0] === 'may') continue
    if (year !== undefined) {
      const value = year.length === 2 ? 2000 + Number(year) : Number(year)
      if (open && open.years.length === 0 && isNear) {
        open.years.push(value)
        open.end = end
      } else {
        open = { years: [value], marks: [], start: match.index, end }
        found.push(open)
      }
      continue
    }
    const marks = marksOf({ month: month ?? monthAfter, day: day ?? dayBefore, quarter })
    if (
      open &&
      isNear &&
      open.years.length === 0 &&
      !(month && open.marks.some(mark => MONTHS.includes(mark)))
    ) {
      open.marks.push(...marks)
      open.end = end
    } else {
      open = { years: [], marks, start: match.index, end }
      found.push(open)
    }
  }
  for (let at = found.length - 2; at >= 0; at--) {
    const [one, next] = [found[at], found[at + 1]]
    if (one && next && one.years.length === 0) one.years.push(...next.years)
  }
  return found
}

function marksOf(named: {
  month: string | undefined
  day: string | undefined
  quarter: string | undefined
}): string[] {
  const marks: string[] = []
  if (named.quarter) {
    const text = named.quarter.toLowerCase()
    const number = /\d/.exec(text)?.[0] ?? ORDINALS[text.split(/\s/)[0] ?? ''] ?? ''
    marks.push(
      `${/month/.test(text) ? 'm' : /h/.test(text.replace(/th\b|third|months/g, '')) ? 'h' : 'q'}${number}`,
    )
  }
  if (named.month) marks.push(named.month.slice(0, 3).toLowerCase())
  if (named.day) marks.push(String(Number(named.day)))
  return marks
}

/** All that a header says about time, as one; absent when it names no year, month or quarter. */
export function periodOf(text: string): Period | undefined {
  const all = periods(text)
  if (all.length === 0) return undefined
  const years = new Set(all.flatMap(period => period.years))
  return {
    years: [...years],
    marks: [...new Set(all.flatMap(period => period.marks))],
    start: all[0]?.start ?? 0,
    end: all.at(-1)?.end ?? 0,
  }
}

/** The text with the words for time and for units taken out: what is left says what is measured. */
export function withoutPeriods(text: string): string {
  let rest = text.replace(SPACED_YEAR, '$1$2$3$4   ')
  for (const { start, end } of periods(rest).toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return rest
}
