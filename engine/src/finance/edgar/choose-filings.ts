import { readTimes } from '../question/read-times.ts'
import type { CompanyRecord, Figure, Filing } from './company-record.ts'

export interface AskedFilings {
  readonly years: readonly number[]
  readonly quarters: readonly string[]
  /** How many of the latest years, for "over the last five years". */
  readonly latestYears: number
}

const LATEST_ANNUAL = 4
const LATEST_QUARTERLY = 4
const MOST_RESTATING = 4
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
    latestYears: asked.kind === 'last' && asked.part === 'year' ? asked.count : 0,
  }
}

/**
 * Chooses the filings for a question, the most useful first: those on the periods that it names, the latest
 * ones, and those that give a different value for the same figure.
 */
export function chooseFilings({ filings }: CompanyRecord, asked: AskedFilings): Filing[] {
  const original = filings.filter(({ isAmendment }) => !isAmendment)
  const annual = original.filter(({ kind }) => kind === 'annual')
  const quarterly = original.filter(({ kind }) => kind === 'quarterly')
  const named = [...ofQuarters(quarterly, asked), ...ofYears(annual, asked.years)]
  const first = [...new Set([...named, ...annual.slice(0, 1), ...quarterly.slice(0, 1)])]
  const latest = [
    ...annual.slice(0, Math.max(LATEST_ANNUAL, asked.latestYears)),
    ...quarterly.slice(0, LATEST_QUARTERLY),
  ]
  const likely = [...new Set([...first, ...restating(first, filings), ...latest])]
  return [...likely, ...restating(likely, filings)]
}

/** The annual reports whose words matter: those on the years asked for, and the latest. */
export function chooseTexts({ filings }: CompanyRecord, { years }: AskedFilings): Filing[] {
  const annual = filings.filter(({ kind, isAmendment }) => kind === 'annual' && !isAmendment)
  const named = years.flatMap(
    year => annual.find(({ period }) => period?.fiscalYear === year) ?? [],
  )
  return [...new Set([...named, ...annual.slice(0, 1)])]
}

/** Returns the reports on the years, or else the latest report that looks back on one. */
function ofYears(annual: readonly Filing[], years: readonly number[]): Filing[] {
  return years.flatMap(
    year =>
      annual.find(({ period }) => period?.fiscalYear === year) ??
      annual.find(({ figures }) => figures.some(({ period }) => period.fiscalYear === year)) ??
      [],
  )
}

/** The last quarter has no report: it is the year minus the nine months before. */
function ofQuarters(quarterly: readonly Filing[], { years, quarters }: AskedFilings): Filing[] {
  const parts = new Set(quarters.map(quarter => (quarter === 'Q4' ? 'Q3' : quarter)))
  return quarterly
    .filter(
      ({ period }) =>
        period &&
        parts.has(period.part) &&
        (years.length === 0 || years.includes(period.fiscalYear)),
    )
    .slice(0, LATEST_QUARTERLY)
}

/** The newest filings that differ from the chosen ones in a figure, and the amendments that did. */
function restating(chosen: readonly Filing[], filings: readonly Filing[]): Filing[] {
  const values = new Map<string, Set<number>>()
  for (const figure of chosen.flatMap(({ figures }) => figures)) {
    const known = values.get(keyOf(figure)) ?? new Set()
    values.set(keyOf(figure), known.add(figure.value))
  }
  const found: Filing[] = []
  for (const filing of filings) {
    if (found.length >= MOST_RESTATING) break
    if (chosen.includes(filing)) continue
    const others = filing.figures.filter(
      figure => values.get(keyOf(figure))?.has(figure.value) === false,
    )
    if (others.length === 0) continue
    found.push(filing)
    for (const figure of others) values.get(keyOf(figure))?.add(figure.value)
  }
  // If there are two values, an amendment may have been the first to give the second one.
  const amending = filings.filter(
    filing =>
      filing.isAmendment &&
      !chosen.includes(filing) &&
      filing.figures.some(figure => (values.get(keyOf(figure))?.size ?? 0) > 1),
  )
  return [...new Set([...found, ...amending])].slice(0, MOST_RESTATING)
}

function keyOf({ concept, unit, period: { start, end } }: Figure): string {
  return `${concept} ${unit} ${start} ${end}`
}
