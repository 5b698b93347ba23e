import { readTimes } from '../question/read-times.ts'
import type { Filing } from './company-record.ts'

export interface AskedFilings {
  readonly years: readonly number[]
  readonly quarters: readonly string[]
}

const LATEST = 4
const MOST_YEARS = 15
/** Limit on the characters of a question that are read. */
const MOST_CHARACTERS = 2_000

/** The years and quarters that a question names; ranges with all that lie between. */
export function readAsked(question: string): AskedFilings {
  const { asked } = readTimes(question.slice(0, MOST_CHARACTERS), '', false)
  const periods = asked.kind === 'each' ? asked.periods : []
  const ends = asked.kind === 'range' ? [asked.from, asked.to ?? asked.from] : periods
  const years = ends.flatMap(one =>
    'year' in one ? one.year : one.kind === 'date' ? Number(one.on.slice(0, 4)) : [],
  )
  const [first = 0, last = 0] = [Math.min(...years), Math.max(...years)]
  const isSpan = asked.kind === 'range' && last - first <= MOST_YEARS
  const between = isSpan ? Array.from({ length: last - first }, (_, at) => first + at) : []
  return {
    years: [...new Set([...years, ...between, ...(asked.kind === 'quarters' ? [asked.year] : [])])]
      .filter(year => year > 0)
      .sort((one, other) => other - one),
    quarters: ends.flatMap(one => ('part' in one && /^Q/.test(one.part ?? '') ? [one.part] : [])),
  }
}

type Filed = { readonly filing: Filing }

/** Chooses the filings to read for a question: those on the periods that it names, then the latest. */
export function chooseFilings<Of extends Filed>(filed: readonly Of[], asked: AskedFilings): Of[] {
  const { years, quarters } = asked
  const original = filed.filter(({ filing }) => !filing.isAmendment)
  const annual = original.filter(({ filing }) => filing.kind === 'annual')
  const quarterly = original.filter(({ filing }) => filing.kind === 'quarterly')
  // The last quarter has no report: it is the year minus the nine months before.
  const parts = quarters.map(quarter => (quarter === 'Q4' ? 'Q3' : quarter))
  const ofQuarters = quarterly.filter(
    ({ filing: { period } }) =>
      period &&
      parts.includes(period.part) &&
      (years.length === 0 || years.includes(period.fiscalYear)),
  )
  const latest = [annual, quarterly].flatMap(own => own.slice(0, 1))
  const further = [annual, quarterly].flatMap(own => own.slice(0, LATEST))
  return [...new Set([...ofQuarters, ...ofYears(annual, years), ...latest, ...further])]
}

/** The annual reports whose words matter: those on the years asked for, and the latest. */
export function chooseTexts<Of extends Filed>(filed: readonly Of[], asked: AskedFilings): Of[] {
  const annual = filed.filter(({ filing }) => filing.kind === 'annual' && !filing.isAmendment)
  return [...new Set([...ofYears(annual, asked.years), ...annual.slice(0, 1)])]
}

function ofYears<Of extends Filed>(annual: readonly Of[], years: readonly number[]): Of[] {
  return years.flatMap(
    year => annual.find(({ filing }) => filing.period?.fiscalYear === year) ?? [],
  )
}
