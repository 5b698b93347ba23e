export interface AskedPeriods {
  readonly years: readonly number[]
  readonly quarters: readonly (1 | 2 | 3 | 4)[]
  /** How many of the latest years, for "over the last five years". */
  readonly latestYears: number
}

const YEAR =
  /(?<![\d.,$€£¥])(?<first>(?:19|20)\d{2})(?:\s*(?:-|–|to|through|until|and)\s*(?:fy\s?|fiscal\s(?:year\s)?)?(?<last>(?:19|20)\d{2}))?(?![\d%]|[.,]\d)|\bFY\s?['’]?(?<short>\d{2})\b/gi
const QUARTER =
  /\bQ(?<digit>[1-4])(?!\d)|\b(?<word>first|second|third|fourth|1st|2nd|3rd|4th)[ -](?:fiscal[ -])?quarter\b/gi
const LATEST =
  /\b(?:last|past|previous|recent|latest) (?<count>\d{1,2}|[a-z]+) (?:fiscal |full )?years\b/i
const COUNTS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ORDINALS = ['first', 'second', 'third', 'fourth']
const MOST_YEARS = 15
const RANGE = /-|–|to|through|until/i
const BETWEEN = /\bbetween\s+(?:fiscal\s+(?:years?\s+)?)?$/i
/** Limit on the characters of a question that are read. */
const MOST_CHARACTERS = 2_000

/** The years and quarters that a question names; ranges with all that lie between. */
export function readAskedPeriods(question: string): AskedPeriods {
  const read = question.slice(0, MOST_CHARACTERS)
  const years = new Set<number>()
  for (const { 0: written, index, groups = {} } of read.matchAll(YEAR)) {
    const { first, last, short } = groups
    if (short !== undefined) years.add(2000 + Number(short))
    if (first === undefined) continue
    const [from, to] = [Number(first), Number(last ?? first)]
    years.add(from).add(to)
    // "2019 and 2023" are two years, "between 2019 and 2023" five.
    const isRange = RANGE.test(written) || BETWEEN.test(read.slice(0, index))
    if (isRange && to - from <= MOST_YEARS)
      for (let year = from; year <= to; year += 1) years.add(year)
  }
  const quarters = new Set<1 | 2 | 3 | 4>()
  for (const { groups = {} } of read.matchAll(QUARTER)) {
    const { digit, word = '' } = groups
    const number = Number(digit ?? (Number.parseInt(word, 10) || ordinal(word)))
    if (number === 1 || number === 2 || number === 3 || number === 4) quarters.add(number)
  }
  const count = LATEST.exec(read)?.groups?.['count']?.toLowerCase() ?? ''
  const latestYears = Number.parseInt(count, 10) || Math.max(0, COUNTS.indexOf(count))
  return {
    years: [...years].sort((one, other) => other - one).slice(0, MOST_YEARS),
    quarters: [...quarters].sort(),
    latestYears: Math.min(latestYears, MOST_YEARS),
  }
}

function ordinal(word: string): number {
  return ORDINALS.indexOf(word.toLowerCase()) + 1
}
