import type { Span } from '../span.ts'
import { type DateParts, dates } from './dates.ts'
import { blankOut } from './numbers.ts'

/** A period or a day as headers, captions and questions name it. */
export interface PeriodSpan extends Span {
  /** First and last year, which differ in `2010-14`. Absent if neither it nor a neighbour names one. */
  readonly years?: readonly [number, number]
  /** Whether the year comes from a neighbour, as for Q1 in `Q1 and Q2 of 2023`. */
  readonly isBorrowed: boolean
  readonly isFiscal: boolean
  /** A quarter, a half, or months up to a date: `q4`, `h1`, `m9`. */
  readonly part?: string
  readonly date?: DateParts
}

type Open = { -readonly [Key in keyof PeriodSpan]: PeriodSpan[Key] }

const ORDINALS: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, '1st': 1, '2nd': 2, '3rd': 3, '4th': 4 },
  ...{ three: 3, six: 6, nine: 9, twelve: 12 },
}
const FISCAL =
  '(?<fiscal>fiscal(?:\\s{1,3}years?)?|financial\\s{1,3}years?|fy|f(?=\\d))|(?:calendar(?:\\s{1,3}years?)?|cy|years?)'
/** After a word or an apostrophe, a year may have two digits. */
const YEAR = `(?:(?:${FISCAL})\\s{0,2}['’]?)?(?<year>(?:1\\d|20)\\d{2}|(?<=(?:fy|fiscal|cy|f|(?:^|\\s)['’]|(?:fy|cy|fiscal)\\s{0,2}['’]?|(?:fy|cy|fiscal)\\s)\\s{0,2})\\d{2})(?:(?:\\s?[-–/]\\s?|\\s{1,3}to\\s{1,3})(?<last>\\d{4}|\\d{2}))?(?![\\d%]|[.,]\\d|\\p{L})`
const PART =
  '(?:q(?<quarter>[1-4])|(?<quarter>[1-4])q|(?<quarter>first|second|third|fourth|1st|2nd|3rd|4th)\\s{1,3}(?:fiscal\\s{1,3})?quarter|h(?<half>[12])|(?<half>[12])h|(?<half>first|second)\\s{1,3}half|(?:first\\s{1,3})?(?<months>three|six|nine|twelve|3|6|9|12)[\\s-]{1,3}months?|(?<months>9)m)(?<glued>\\d{2})?(?![\\p{L}\\d])'
const ATOM = new RegExp(`(?<![\\p{L}\\p{N}$€£.,])(?:${PART}|${YEAR})`, 'giu')
const GAP = /^(?:[\s,.:()]|of|ended|ending|to|year|fiscal|the|in|for|on|period){0,8}$/i
const LONGEST_GAP = 24

/** Finds the periods of a text. A part without a year takes the year of the next, or else of the previous. */
export function periods(text: string): readonly PeriodSpan[] {
  const days = dates(text)
  const masked = blankOut(text, days)
  const atoms = [
    ...days.map(({ start, end, readings: [date] }) => atom(start, end, date && { date })),
    ...Array.from(masked.matchAll(ATOM), ({ 0: { length }, index, groups = {} }) =>
      atom(index, index + length, readAtom(groups)),
    ),
  ].toSorted((one, other) => one.start - other.start)
  const found: Open[] = []
  for (const next of atoms) {
    const open = found.at(-1)
    const gap = open ? text.slice(open.end, next.start) : ''
    if (open && gap.length <= LONGEST_GAP && GAP.test(gap) && canJoin(open, next)) {
      Object.assign(open, { ...next, start: open.start, isFiscal: open.isFiscal || next.isFiscal })
    } else found.push(next)
  }
  return borrowYears(found)
}

/** A quarter joins its year or its last day, on either side; two years stay apart. */
function canJoin(open: PeriodSpan, next: PeriodSpan): boolean {
  if (open.part !== undefined && next.part === undefined) return open.years === undefined
  return (
    open.part === undefined &&
    open.date === undefined &&
    next.part !== undefined &&
    next.years === undefined
  )
}

function atom(start: number, end: number, read: Partial<Open> = {}): Open {
  const { date } = read
  return {
    start,
    end,
    isBorrowed: false,
    isFiscal: false,
    ...(date?.year !== undefined && { years: [date.year, date.year] as const }),
    ...read,
  }
}

type Groups = Readonly<Record<string, string | undefined>>

function readAtom(groups: Groups): Partial<Open> {
  const part = readPart(groups)
  if (part !== undefined) {
    const year = groups['glued'] === undefined ? undefined : 2000 + Number(groups['glued'])
    return { part, ...(year !== undefined && { years: [year, year] as const }) }
  }
  const written = Number(groups['year'])
  const first = written < 100 ? 2000 + written : written
  const isFiscal = groups['fiscal'] !== undefined
  const last = lastYear(first, groups['last'])
  return { years: [Math.min(first, last), Math.max(first, last)], isFiscal }
}

function lastYear(first: number, last: string | undefined): number {
  if (last === undefined) return first
  // Tables go back in time: "2019 to 2017".
  return last.length === 4 ? Number(last) : Math.max(first, first - (first % 100) + Number(last))
}

function readPart({ quarter, half, months }: Groups): string | undefined {
  const [kind, written] = quarter ? ['q', quarter] : half ? ['h', half] : ['m', months]
  if (written === undefined) return undefined
  return `${kind}${ORDINALS[written.toLowerCase()] ?? written}`
}

function borrowYears(found: readonly Open[]): readonly PeriodSpan[] {
  let next: PeriodSpan['years']
  for (const period of [...found.toReversed(), ...found]) {
    if (period.years === undefined && next) Object.assign(period, { years: next, isBorrowed: true })
    next = period.years ?? next
  }
  return found
}
